import { createHash, randomUUID } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { isOptions } from './options.ts'
import type { ParseSource } from './provider.ts'

/** The body of a request to a vendor. Documents are streamed from storage to the socket, piece by piece. */
export type VendorBody =
  | { readonly json: unknown; readonly base64?: undefined }
  /** A JSON object with the document in it, in base64. */
  | { readonly json: Readonly<Record<string, unknown>>; readonly base64: Base64Member }
  /** application/x-www-form-urlencoded. */
  | { readonly parameters: Readonly<Record<string, string>> }
  /** multipart/form-data, with its parts in this order. */
  | { readonly form: readonly FormPart[] }
  /** The document alone, under its own media type. */
  | { readonly document: ParseSource }

export type Base64Member = {
  /** The member that takes it, as a JSON pointer. */
  readonly member: string
  /** The text before the base64, in the same string. */
  readonly prefix: string
  readonly document: ParseSource
}

export type FormPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly document: ParseSource }

/** A body that is being sent. */
export type OutgoingBody = {
  readonly headers: Readonly<Record<string, string>>
  readonly content: string | Readable | null
  /** The SHA-256 of the content, in hexadecimal. Reads the document once more; rejects if it cannot be read. */
  sha256(signal: AbortSignal): Promise<string>
  /** Tells whether all of it has been passed on to be sent; before that no server can have received a whole request. */
  isComplete(): boolean
  /** Returns why the document could not be read, if that was the problem. */
  readError(): unknown
}

export const outgoing = (body: VendorBody | undefined): OutgoingBody => {
  if (body === undefined) return bodyOfContent({}, null)
  if ('json' in body && body.base64 !== undefined)
    return streamed('application/json', jsonPieces(body.json, body.base64))
  if ('json' in body) return bodyOfContent({ 'content-type': 'application/json' }, JSON.stringify(body.json))
  if ('parameters' in body)
    return bodyOfContent(
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(body.parameters).toString(),
    )
  if ('document' in body) return streamed(body.document.mediaType, [body.document])
  const boundary = `polyparse-${randomUUID()}`
  const pieces = body.form.flatMap((part): BodyPiece[] => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escapeMultipartName(part.name)}"`
    if ('value' in part) return [Buffer.from(`${head}\r\n\r\n${part.value}\r\n`)]
    const { filename, mediaType } = part.document
    const named = `${head}; filename="${escapeMultipartName(filename ?? 'document')}"\r\ncontent-type: ${mediaType}\r\n\r\n`
    return [Buffer.from(named), part.document, Buffer.from('\r\n')]
  })
  return streamed(`multipart/form-data; boundary=${boundary}`, [...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

/** Bytes, or a document, whose bytes are as many as its size says. */
type BodyPiece = Buffer | Pick<ParseSource, 'open' | 'size'>

const jsonPieces = (
  json: Readonly<Record<string, unknown>>,
  { member, prefix, document }: Base64Member,
): BodyPiece[] => {
  // Does not occur in the object, and is written in JSON as it is.
  const mark = randomUUID()
  const parts = member
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const [before = '', after = ''] = JSON.stringify(withMember(json, parts, prefix + mark)).split(mark)
  const encoded = { size: 4 * Math.ceil(document.size / 3), open: async () => base64Of(await document.open()) }
  return [Buffer.from(before), encoded, Buffer.from(after)]
}

const withMember = (value: unknown, [name, ...rest]: readonly string[], member: string): unknown => {
  if (name === undefined) return member
  if (Array.isArray(value)) return value.with(Number(name), withMember(value[Number(name)], rest, member))
  const object = isOptions(value) ? value : {}
  return { ...object, [name]: withMember(object[name], rest, member) }
}

/** The same bytes in base64, in pieces of whole groups. */
const base64Of = (bytes: Readable): Readable =>
  Readable.from(
    (async function* () {
      let left = Buffer.alloc(0)
      for await (const chunk of bytes) {
        const all = Buffer.concat([left, chunk])
        const whole = all.length - (all.length % 3)
        left = all.subarray(whole)
        if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole))
      }
      if (left.length > 0) yield Buffer.from(left.toString('base64'))
    })(),
    { objectMode: false },
  )

/** Writes a name into a multipart head as browsers do (HTML Standard, "multipart/form-data encoding algorithm"). */
const escapeMultipartName = (text: string): string =>
  text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

const bodyOfContent = (headers: Readonly<Record<string, string>>, content: string | null): OutgoingBody => ({
  headers,
  content,
  sha256: async () =>
    createHash('sha256')
      .update(content ?? '')
      .digest('hex'),
  isComplete: () => true,
  readError: () => undefined,
})

const streamed = (contentType: string, pieces: readonly BodyPiece[]): OutgoingBody => {
  let complete = false
  let readError: unknown
  async function* content() {
    for (const [index, piece] of pieces.entries()) {
      if (Buffer.isBuffer(piece)) {
        // Set before the chunk is passed on, because nothing says afterwards whether it was sent.
        complete = index === pieces.length - 1
        yield piece
        continue
      }
      try {
        const last = index === pieces.length - 1
        let left = piece.size
        for await (const chunk of await piece.open()) {
          left -= chunk.length
          complete = last && left <= 0
          yield chunk
        }
      } catch (error) {
        readError = error
        throw error
      }
    }
  }
  const sha256 = async (signal: AbortSignal) => {
    const hash = createHash('sha256')
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) {
        hash.update(piece)
        continue
      }
      try {
        for await (const chunk of addAbortSignal(signal, await piece.open())) hash.update(chunk)
      } catch (error) {
        if (!signal.aborted) readError = error
        throw error
      }
    }
    return hash.digest('hex')
  }
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0)
  return {
    headers: { 'content-type': contentType, 'content-length': String(length) },
    content: Readable.from(content(), { objectMode: false }),
    sha256,
    isComplete: () => complete,
    readError: () => readError,
  }
}
