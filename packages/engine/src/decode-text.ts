import { withoutControls } from './control-characters.ts'

/**
 * Text of unknown encoding: a byte order mark decides; UTF-16 without one is recognised by its zero bytes; what is not valid
 * UTF-8 is decoded as windows-1252, in which every byte has a meaning. `declared` is tried before that where it is
 * known. Control characters that text does not contain are left out.
 */
export const decodeText = (bytes: Uint8Array, declared: string | null = null): string =>
  withoutControls(decodeWithFallback(bytes, declared))

const decodeWithFallback = (bytes: Uint8Array, declared: string | null): string => {
  const encoding = utf16Of(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  return strictly(bytes, 'utf-8') ?? strictly(bytes, declared ?? '') ?? new TextDecoder('windows-1252').decode(bytes)
}

/** The byte order of UTF-16, by its mark or by the zeros of Western text; null where it is none. */
export const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null =>
  utf16OfByteOrderMark(bytes) ?? zerosOf(bytes)

const utf16OfByteOrderMark = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Western text in UTF-16 has a zero in every other byte. */
const zerosOf = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const head = bytes.subarray(0, 1024)
  const zeros = (offset: number): number => head.filter((byte, index) => index % 2 === offset && byte === 0).length
  const many = head.length / 2 / 3
  if (head.length < 4 || zeros(0) + zeros(1) === 0) return null
  if (zeros(1) > many && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > many && zeros(1) === 0 ? 'utf-16be' : null
}

const strictly = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
