const [quote, backslash] = [0x22, 0x5c]

/**
 * Returns where the content of a string that goes on at `start` ends in this piece of JSON; `isEscaped`: whether the first
 * byte, or that of the next piece, is behind a backslash.
 */
export const endOfJsonString = (
  piece: Uint8Array,
  start: number,
  isEscaped: boolean,
): { readonly end: number; readonly isOver: boolean; readonly isEscaped: boolean } => {
  let end = start
  // The quote that ends the string is behind an even number of backslashes.
  for (;;) {
    const next = piece.indexOf(quote, end)
    end = next === -1 ? piece.length : next
    let count = 0
    while (end - 1 - count >= start && piece[end - 1 - count] === backslash) count += 1
    const isOdd = (count + (end - count === start && isEscaped ? 1 : 0)) % 2 === 1
    if (next === -1) return { end, isOver: false, isEscaped: isOdd }
    if (!isOdd) return { end, isOver: true, isEscaped: false }
    end += 1
  }
}

/** The bytes of a text from those of a JSON string without its quotes, piece by piece. */
export async function* unescaped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  let waiting = ''
  for await (const piece of pieces) {
    waiting += decoder.decode(piece, { stream: true })
    const end = waiting.length - unfinishedEscape(waiting)
    if (end > 0) yield unescapeJsonString(waiting.slice(0, end))
    waiting = waiting.slice(end)
  }
  waiting += decoder.decode()
  if (waiting !== '') yield unescapeJsonString(waiting)
}

const unescapeJsonString = (content: string): Uint8Array => {
  const text: unknown = JSON.parse(`"${content}"`)
  return Buffer.from(String(text))
}

/** The length of an escape at the end of a text that is not complete. */
const unfinishedEscape = (text: string): number => {
  const start = text.lastIndexOf('\\')
  if (start < text.length - 5 || start === -1) return 0
  let backslashes = 1
  while (text[start - backslashes] === '\\') backslashes += 1
  if (backslashes % 2 === 0) return 0
  const escape = text.slice(start)
  const length = escape[1] === 'u' ? 6 : 2
  return escape.length < length ? escape.length : 0
}

/** The bytes of a file from its base64, piece by piece. */
export async function* fromBase64(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const piece of pieces) {
    waiting += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    const whole = waiting.length - (waiting.length % 4)
    if (whole > 0) yield Buffer.from(waiting.slice(0, whole), 'base64')
    waiting = waiting.slice(whole)
  }
  if (waiting !== '') yield Buffer.from(waiting, 'base64')
}
