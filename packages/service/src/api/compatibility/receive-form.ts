import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RefusedFormError, type FormFields } from '../../compatibility/refused-form.ts'
import type { NewSource } from '../../jobs/job.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import { cleanFilename } from '@polyparse/contract/filename'
import { BodyError } from '../../sources/body-error.ts'
import { uploadChunks } from '../../sources/upload-chunks.ts'
import { callerOf } from '../authenticate.ts'
import { discardSource } from '../create-job/discard-source.ts'
import { receiveStream, receiving, refuseAnnounced } from '../create-job/receive.ts'
import { inviteBody } from '../http-server.ts'
import type { ApiParts } from '../parts.ts'
import { requireCapacity } from '../require-capacity.ts'
import type { Shutdown } from '../shutdown.ts'
import { standardTimeouts } from '../timeouts.ts'
import type { CompatibilityParts } from './convert.ts'

/** A stored source with what came beside it. */
export type ReceivedForm = { readonly fields: FormFields; readonly source: StoredSource }
type StoredSource = Extract<NewSource, { path: string }>

/** What a form may have beside its document. */
const formLimits = { fields: 100, fieldNameSize: 100, fieldSize: 16 * 1024, files: 2, parts: 102, headerPairs: 20 }
const maxBytesBesides = 2 * 1024 * 1024

/**
 * Streams the one file of a `multipart/form-data` body, in the part `files`, into storage, to be owned by the job of the
 * id that `make` is given with the form. If anything is wrong with the form, or `make` throws, nothing stays in storage.
 * @throws {RefusedFormError} and {ProblemError} as for any upload.
 */
export const receiveForm = async <Made>(
  { parts, intake, shutdown }: CompatibilityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (form: ReceivedForm, jobId: string) => Made,
): Promise<Made> => {
  const caller = callerOf(request)
  await requireCapacity(parts, intake.capacity, caller)
  const jobId = randomUUIDv7()
  const release = intake.admitUpload(caller.accountId)
  const form = await storeForm(parts, request, reply, shutdown, jobId).finally(release)
  try {
    return make(form, jobId)
  } catch (error) {
    await discardSource(parts, form.source)
    throw error
  }
}

const storeForm = async (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
  jobId: string,
): Promise<ReceivedForm> => {
  refuseAnnounced(request, parts.settings.maxUploadBytes + maxBytesBesides)
  const parser = openParser(request)
  const fields = new Map<string, string[]>()
  const mistakes: string[] = []
  const uploads: Promise<StoredSource>[] = []
  const failed = new AbortController()

  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) mistakes.push(`${name} is too long`)
    fields.set(name, [...(fields.get(name) ?? []), value])
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, () => mistakes.push('the form has too many parts'))
  parser.on('error', (error) => failed.abort(new RefusedFormError('the form is malformed', { cause: error })))
  parser.on('file', (name, stream, sentName, _encoding, sentType) => {
    const filename = cleanFilename(sentName ?? '')
    if (name !== 'files' || uploads.length > 0 || filename === null) {
      mistakes.push('files must be one document with a filename')
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
    const [source] = await Promise.all(uploads)
    if (source === undefined && mistakes.length === 0) mistakes.push('files is required')
    if (source === undefined || mistakes.length > 0) throw new RefusedFormError(mistakes.join('; '))
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
  const boundary = 'Content-Type must be multipart/form-data with a boundary'
  if (at === -1 || !/^\s*multipart\/form-data\s*;/i.test(type)) throw new RefusedFormError(boundary)
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: formLimits })
  } catch (error) {
    throw new RefusedFormError(boundary, { cause: error })
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
    // What went wrong first is the reason for what followed.
    throw failed.aborted ? failed.reason : error
  }
}
