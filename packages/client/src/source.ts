import { SourceError } from './errors.ts'
import { piecesOfBody } from './pieces.ts'

/**
 * A document. A text or URL that starts with `http://` or `https://` is fetched by the service; any other text is the path
 * of a file, as is a `file:` URL. Files and blobs are read while they are sent. A stream is read whole before it is sent,
 * up to 100 MiB, because it has to be sent again when the connection breaks.
 */
export type Source =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

/** The name and the type of an uploaded document. */
export type SourceOptions = {
  /** The name with its extension. Default: the name of the file, or `document`. */
  readonly filename?: string | undefined
  /** Default: the type of the blob; otherwise the service infers it from the filename and the content. */
  readonly mediaType?: string | undefined
}

/** A document to be sent: the address that the service fetches, or the content. */
export type OpenedSource =
  | { readonly url: string }
  | { readonly filename: string; readonly mediaType: string; readonly content: Blob }

/** The maximum size of a stream: as much as the service accepts unless its operator set another limit. */
const maxStreamBytes = 100 * 1024 * 1024

/**
 * @throws {SourceError} when it cannot be read
 * @throws the reason of the signal when that is aborted while a stream is read
 */
export const openSource = async (
  source: Source,
  { filename, mediaType }: SourceOptions,
  signal: AbortSignal,
): Promise<OpenedSource> => {
  if ((typeof source === 'string' || source instanceof URL) && /^https?:\/\//i.test(String(source)))
    return { url: String(source) }
  const { content, name } = await readUploadSource(source, signal)
  return { content, filename: filename ?? name ?? 'document', mediaType: mediaType ?? content.type }
}

type UploadSourceContent = { readonly content: Blob; readonly name?: string }

const readUploadSource = async (source: Source, signal: AbortSignal): Promise<UploadSourceContent> => {
  if (typeof source === 'string' || source instanceof URL) return openFile(source)
  if (source instanceof Blob) return { content: source, ...('name' in source && { name: String(source.name) }) }
  if (source instanceof ArrayBuffer) return { content: new Blob([source]) }
  if (source instanceof Uint8Array) return { content: new Blob([ownBytes(source)]) }
  return { content: await readStream(source instanceof ReadableStream ? piecesOfBody(source) : source, signal) }
}

const openFile = async (path: string | URL): Promise<UploadSourceContent> => {
  const shown = String(path)
  // Not imported: bundlers for browsers would look for the module.
  const files = typeof process === 'undefined' ? undefined : process.getBuiltinModule('node:fs')
  if (files === undefined) throw new SourceError('A path can be read by Node, Deno and Bun alone; pass a Blob or File.')
  try {
    // Opening succeeds for a folder as well.
    if (!(await files.promises.stat(path)).isFile()) throw new SourceError(`${shown} is not a file.`)
    return { content: await files.openAsBlob(path), name: sourceNameOfPath(path) }
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError(`${shown} cannot be read.`, { cause: error })
  }
}

const sourceNameOfPath = (path: string | URL): string =>
  path instanceof URL
    ? decodeURIComponent(path.pathname.replace(/^.*\//, ''))
    : path.replace(typeof process === 'undefined' || process.platform !== 'win32' ? /^.*\//s : /^.*[/\\]/s, '')

const readStream = async (pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reading = pieces[Symbol.asyncIterator]()
  const aborted = rejection(signal)
  try {
    for (;;) {
      const { done, value } = await Promise.race([reading.next(), aborted.promise])
      if (done === true) return new Blob(parts)
      if (!(value instanceof Uint8Array)) throw new TypeError('A stream of bytes was expected.')
      size += value.byteLength
      if (size > maxStreamBytes)
        throw new SourceError(
          'The stream has more than 100 MiB. Pass a path or a Blob, which is read while it is sent.',
        )
      // The stream may use the memory again.
      parts.push(new Uint8Array(value))
    }
  } catch (error) {
    // Not awaited: a stream that hangs would not answer.
    void Promise.resolve(reading.return?.()).catch(() => {})
    signal.throwIfAborted()
    if (error instanceof SourceError || error instanceof TypeError) throw error
    throw new SourceError('The stream cannot be read.', { cause: error })
  } finally {
    aborted.release()
  }
}

const rejection = (signal: AbortSignal): { readonly promise: Promise<never>; readonly release: () => void } => {
  let stop = (): void => {}
  const promise = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
  })
  promise.catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return { promise, release: () => signal.removeEventListener('abort', stop) }
}

/** The same memory, without the possibility that it is shared with a thread. */
const ownBytes = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> =>
  buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength))
