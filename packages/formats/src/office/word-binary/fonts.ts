import type { Streams } from './streams.ts'

/** Bytes before the name of a font (MS-DOC 2.9.72). */
const nameAt = 40

/** The names of the fonts of a document, by their numbers. */
export const readFonts = ({ structure }: Streams): readonly string[] => {
  const bytes = structure('fonts')
  const names: string[] = []
  let at = 4
  while (at < bytes.length) {
    const font = bytes.subarray(at, at + 1 + bytes.readUInt8(at))
    names.push(font.toString('utf16le', nameAt).replace(/\0[^]*$/, ''))
    at += font.length
  }
  return names
}
