/** Bytes from `start` up to, and without, `end`. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * The range of a `Range` header within so many bytes (RFC 9110, 14.1.2); null where the header is to be ignored, because
 * it asks for several, or for something else than bytes.
 * @example readRange('bytes=0-99', 1000) // { start: 0, end: 100 }
 */
export const readRange = (header: string, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
