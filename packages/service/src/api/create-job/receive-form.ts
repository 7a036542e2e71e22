import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FieldError, limits } from '@polyparse/contract'
import { cleanFilename } from '@polyparse/contract/filename'
import type { FormFields } from '../../compatibility/refused-form.ts'
import type { NewSource } from '../../jobs/job.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import { BodyError } from '../../sources/body-error.ts'
import { uploadChunks } from '../../sources/upload-chunks.ts'
import { callerOf } from '../authenticate.ts'
import { inviteBody } from '../http-server.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import { requireCapacity } from '../require-capacity.ts'
import type { Shutdown } from '../shutdown.ts'
import { standardTimeouts } from '../timeouts.ts'
import type { Intake } from './accept.ts'
import { discardSource } from './discard-source.ts'
import { receiveJson, receiveStream, receiving, refuseAnnounced } from './receive.ts'

/** A stored source with what came beside it. */
export type ReceivedForm = { readonly fields: FormFields; readonly source: StoredSource }
/** The same, or what came without a file. */
type ReceivedFields = { readonly fields: FormFields; readonly source: StoredSource | null }
type StoredSource = Extract<NewSource, { path: string }>

/** The limits of a form beside its document; in all no more than `maxBytesBesides`. */
const formLimits = {
  fields: 100,
  fieldNameSize: 100,
  fieldSize: limits.providerOptionsBytes,
  files: 2,
  parts: 102,
  headerPairs: 20,
}
const maxBytesBesides = 2 * 1024 * 1024

/** The parts with which a form is received. */
export type FormParts = { readonly parts: ApiParts; readonly intake: Intake; readonly shutdown: Shutdown }

/**
 * Streams the one file of a `multipart/form-data` body, in the part of this name, into storage, to be owned by the job
 * of the id that `make` is given with the form. If anything is wrong with the form, or `make` throws, nothing stays in
 * storage.
 * @throws {ProblemError} as for any upload.
 */
export const receiveForm = <Made>(
  parts: FormParts,
  request: FastifyRequest,
  reply: FastifyReply,
  fileField: string,
  make: (form: ReceivedForm, jobId: string) => Made,
): Promise<Made> =>
  receiveFormOrFields(parts, request, reply, fileField, ({ fields, source }, jobId) => {
    if (source === null) throw validationError([{ field: fileField, message: 'is required' }])
    return make({ fields, source }, jobId)
  })

/** The same for a form that may name its document in a field instead, and then may be `application/x-www-form-urlencoded`. */
export const receiveFormOrFields = async <Made>(
  { parts, intake, shutdown }: FormParts,
  request: FastifyRequest,
  reply: FastifyReply,
  fileField: string,
  make: (form: ReceivedFields, jobId: string) => Made,
): Promise<Made> => {
  const caller = callerOf(request)
  await requireCapacity(parts, intake.capacity, caller)
  const jobId = randomUUIDv7()
  if (isUrlEncoded(request))
    return make({ fields: urlEncodedFields(await receiveJson(request, reply, shutdown)), source: null }, jobId)
  const release = intake.admitUpload(caller.accountId)
  const form = await storeForm(parts, request, reply, { shutdown, jobId, fileField }).finally(release)
  try {
    return make(form, jobId)
  } catch (error) {
    if (form.source !== null) await discardSource(parts, form.source)
    throw error
  }
}

const isUrlEncoded = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '')

const urlEncodedFields = (body: Buffer): FormFields => {
  const text = body.toString()
  // They are counted before any of them is read.
  if (text.split('&', formLimits.fields + 1).length > formLimits.fields) throw validationError([tooManyParts])
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) fields.set(name, [...(fields.get(name) ?? []), value])
  return fields
}

const tooManyParts = { field: 'body', message: 'has too many parts' }
const noBoundary = { field: 'Content-Type', message: 'must be multipart/form-data with a boundary' }
const malformed = { field: 'body', message: 'is a malformed form' }
const tooMuchBesides = { field: 'body', message: `must have at most ${maxBytesBesides} bytes beside the document` }

const storeForm = async (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { shutdown, jobId, fileField }: { readonly shutdown: Shutdown; readonly jobId: string; readonly fileField: string },
): Promise<ReceivedFields> => {
  refuseAnnounced(request, parts.settings.maxUploadBytes + maxBytesBesides)
  const parser = openParser(request)
  const fields = new Map<string, string[]>()
  const mistakes: FieldError[] = []
  let fieldBytes = 0
  const uploads: Promise<StoredSource>[] = []
  const failed = new AbortController()

  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) mistakes.push({ field: name, message: 'is too long' })
    fieldBytes += value.length
    if (fieldBytes > maxBytesBesides) failed.abort(validationError([tooMuchBesides]))
    fields.set(name, [...(fields.get(name) ?? []), value])
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, () => mistakes.push(tooManyParts))
  parser.on('error', (error) => failed.abort(validationError([malformed], error)))
  parser.on('file', (name, stream, sentName, _encoding, sentType) => {
    const filename = cleanFilename(sentName ?? '')
    if (name !== fileField || uploads.length > 0 || filename === null) {
      mistakes.push(
        name === fileField
          ? { field: name, message: 'must be one document with a filename' }
          : { field: name, message: `is not taken as a file: the document is sent as ${fileField}` },
      )
      stream.resume()
      return
    }
    const mediaType = resolveMediaType(sentType, filename)
    const upload = receiveStream(parts, newSourcePath(jobId), stream, shutdown)
    const stored = upload.then((measured) => ({ filename, mediaType, ...measured }))
    stored.catch((error: unknown) => failed.abort(error))
    failed.signal.addEventListener('abort', () => stream.destroy())
    uploads.push(stored)
  })

  try {
    inviteBody(request.raw, reply.raw)
    await feed(parts, request, parser, failed.signal, shutdown)
    const [source = null] = await Promise.all(uploads)
    if (mistakes.length > 0) throw validationError(mistakes)
    return { fields, source }
  } catch (error) {
    failed.abort(error)
    for (const upload of await Promise.allSettled(uploads))
      if (upload.status === 'fulfilled') await discardSource(parts, upload.value)
    throw error
  }
}

const openParser = ({ raw }: FastifyRequest): BusboyInstance => {
  // The parameters of the header, such as the boundary, are only in what was sent.
  const at = raw.rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type')
  const type = raw.rawHeaders[at + 1] ?? ''
  if (at === -1 || !/^\s*multipart\/form-data\s*;/i.test(type)) throw validationError([noBoundary])
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: formLimits })
  } catch (error) {
    throw validationError([noBoundary], error)
  }
}

/** Gives the parser the whole body, as fast as the file in it is stored. */
const feed = async (
  { settings, timeouts = standardTimeouts }: ApiParts,
  request: FastifyRequest,
  parser: BusboyInstance,
  failed: AbortSignal,
  shutdown: Shutdown,
): Promise<void> => {
  const maxBytes = settings.maxUploadBytes + maxBytesBesides
  const chunks = uploadChunks(request.raw, {
    idleMs: timeouts.uploadIdleMs,
    deadline: performance.now() + timeouts.uploadTotalMs,
    signal: AbortSignal.any([shutdown.overdue, failed]),
  })
  const passOn = async (): Promise<void> => {
    let received = 0
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > maxBytes) throw new BodyError('too_large', `The form is larger than ${maxBytes} bytes.`)
      if (!parser.write(chunk)) await once(parser, 'drain', { signal: failed })
    }
    const finished = once(parser, 'finish', { signal: failed })
    parser.end()
    await finished
  }
  try {
    await receiving(passOn(), maxBytes, shutdown)
  } catch (error) {
    // The first failure is the reason for those that followed.
    throw failed.aborted ? failed.reason : error
  }
}
