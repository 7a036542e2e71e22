import { addAbortSignal, pipeline, Transform, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { SafeFetchError } from './safe-fetch-error.ts'

/** Asked of the server. `deflate` is read but not asked for: servers disagree on what it is. */
export const acceptEncoding = 'gzip, br, zstd'

/** The window that RFC 9659 lets a server rely on, 8 MiB; a larger one would let a stranger use up memory. */
const zstdWindowLog = 23

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
}

/** One encoding at most: each more would multiply a bomb. */
const decoderFor = (contentEncoding: string, host: string): Transform | null => {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return null
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (create === undefined)
    throw new SafeFetchError('bad_encoding', `The server at ${host} responded in an encoding that was not requested.`)
  return create()
}

type BodyOptions = {
  readonly host: string
  readonly contentEncoding: string
  /** The maximum size of the decoded body. */
  readonly maxBytes: number
  /** Ends the body early. */
  readonly signal: AbortSignal
  /** Called once when nothing more is read, for any reason. */
  readonly onEnd: () => void
  /** Explains an error that broke the body off. */
  readonly describe: (error: unknown) => SafeFetchError
}

/** The decoded body, cut off with an error as soon as it crosses the limit. It fails with a `SafeFetchError` only. */
export const boundedBody = (raw: Readable, options: BodyOptions): Readable => {
  const { host, contentEncoding, maxBytes, signal, onEnd } = options
  const decoder = decoderFor(contentEncoding, host)
  // Distinguished here, before the pipeline passes the error to all its streams.
  let damage: unknown = null
  decoder?.once('error', (error) => {
    if (raw.errored === null) damage = error
  })
  let size = 0
  const bounded = new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      size += chunk.length
      if (size > maxBytes) callback(bodyTooLarge(host, maxBytes))
      else callback(null, chunk)
    },
  })
  // Explained before it is kept, so that a later reader gets the same error.
  const destroy = bounded.destroy.bind(bounded)
  bounded.destroy = (error) => destroy(explainBodyError(error, damage, options))
  // It may break before anything listens; readers still get the error.
  bounded.on('error', () => {})
  pipeline(decoder === null ? [raw, bounded] : [raw, decoder, bounded], onEnd)
  return addAbortSignal(signal, bounded)
}

const explainBodyError = (
  error: unknown,
  damage: unknown,
  { host, describe }: BodyOptions,
): SafeFetchError | undefined => {
  if (error === undefined || error === null) return undefined
  return error === damage
    ? new SafeFetchError('bad_encoding', `The response of ${host} is damaged.`, { cause: error })
    : describe(error)
}

export const bodyTooLarge = (host: string, maxBytes: number): SafeFetchError =>
  new SafeFetchError('too_large', `The response of ${host} is larger than ${maxBytes} bytes.`)
