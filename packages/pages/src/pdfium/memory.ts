import type { Pdfium } from './library.ts'

/** Room in PDFium's memory for as long as `use` runs. Fresh memory is not cleared. */
export const withRoom = <Value>(pdfium: Pdfium, bytes: number, use: (pointer: number) => Value): Value => {
  const pointer = pdfium.malloc(Math.max(1, bytes))
  if (pointer === 0) throw new RangeError('PDFium has no memory left')
  try {
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}

/** Room that holds these bytes; kept until it is freed. */
export const put = (pdfium: Pdfium, bytes: Uint8Array): number => {
  const pointer = pdfium.malloc(Math.max(1, bytes.length))
  if (pointer === 0) throw new RangeError('PDFium has no memory left')
  pdfium.memory().set(bytes, pointer)
  return pointer
}

/** A zero-terminated string for the time of `use`. */
export const withString = <Value>(pdfium: Pdfium, text: string, use: (pointer: number) => Value): Value => {
  const pointer = put(pdfium, Buffer.from(`${text}\0`))
  try {
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}

export const floats = (pdfium: Pdfium, pointer: number, count: number): number[] => {
  const view = pdfium.view()
  const numbers: number[] = []
  for (let index = 0; index < count; index += 1) numbers.push(view.getFloat32(pointer + index * 4, true))
  return numbers
}

export const readInteger = (pdfium: Pdfium, pointer: number): number => pdfium.view().getUint32(pointer, true)

/** A colour that PDFium wrote as integers for red, green and blue, as 0xRRGGBB. */
export const rgbAt = (pdfium: Pdfium, pointer: number): number => {
  const channel = (index: number): number => readInteger(pdfium, pointer + index * 4) & 255
  return (channel(0) << 16) | (channel(1) << 8) | channel(2)
}

/**
 * The bytes that one of PDFium's filling functions writes: called without room it returns the size, then it is called
 * again. Null when there is nothing, or more than `limit`.
 */
export const fill = (
  pdfium: Pdfium,
  call: (pointer: number, size: number) => number,
  limit = 1024 * 1024,
): Uint8Array<ArrayBuffer> | null => {
  const size = call(0, 0) >>> 0
  if (size === 0 || size > limit) return null
  return withRoom(pdfium, size, (pointer) => {
    const written = Math.min(size, call(pointer, size) >>> 0)
    return pdfium.memory().slice(pointer, pointer + written)
  })
}

/**
 * Text that comes as zero-terminated UTF-16, without characters that cannot be shown; line ends only if they are kept.
 */
export const fillText = (
  pdfium: Pdfium,
  call: (pointer: number, size: number) => number,
  lines: 'join lines' | 'keep lines' = 'join lines',
): string => {
  const bytes = fill(pdfium, call)
  const text = bytes === null ? '' : new TextDecoder('utf-16le').decode(bytes)
  if (lines === 'join lines') return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/\p{Cc}+/gu, ' ').trim())
    .join('\n')
    .trim()
}
