import { isTar } from './tar-signature.ts'

/** The signatures of the binary formats that a document in a container can have, each byte a character. */
const binaryFormatSignatures: readonly (readonly [signature: string | RegExp, mediaType: string])[] = [
  ['\x89PNG\r\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  ['BM', 'image/bmp'],
  [/^[^]{4}ftyp(?:heic|heix|hevc|mif1|msf1)/, 'image/heic'],
  [/^[^]{4}ftypavif/, 'image/avif'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['\x28\xb5\x2f\xfd', 'application/zstd'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['PAR1', 'application/vnd.apache.parquet'],
  ['Rar!\x1a\x07', 'application/x-rar-compressed'],
  ['\xfd7zXZ\x00', 'application/x-xz'],
  [/^BZh[1-9]/, 'application/x-bzip2'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-cfb'],
]

/**
 * The media type of the binary formats that are read here, and of archives: for the sandbox, in which the library that
 * knows hundreds cannot be loaded.
 */
export const identifyOwn = (head: Uint8Array): string | undefined => {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1')
  const [, mediaType] =
    binaryFormatSignatures.find(([signature]) =>
      typeof signature === 'string' ? start.startsWith(signature) : signature.test(start),
    ) ?? []
  return mediaType ?? (isTar(head) ? 'application/x-tar' : undefined)
}
