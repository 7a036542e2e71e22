/** A line of a text that is divided into pieces, and how far down its piece it is, from 0 to 1. */
export type LineAtPlace = { readonly line: string; readonly piece: number; readonly share: number }

/** A shorter line, such as a number in a table, is in a text more than once. */
const minLineLength = 12

/**
 * The first line that can be told from others at or below a place; null if there is none in its piece.
 * @example lineAt(['A long enough line of text'], 0, 0) // { line: 'A long enough line of text', piece: 0, share: 0 }
 */
export const lineAt = (pieces: readonly string[], piece: number, share: number): LineAtPlace | null => {
  const text = pieces[piece]
  if (text === undefined) return null
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length + 1
    if (end > share * text.length && line.length >= minLineLength) return { line, piece, share: start / text.length }
    start = end
  }
  return null
}

/** Returns the place of the same line in other pieces, the one nearest to its old place; null if it is gone. */
export const placeOfLine = (
  pieces: readonly string[],
  { line, piece }: LineAtPlace,
): { readonly piece: number; readonly share: number } | null => {
  const lines = pieces.map((text) => `\n${text}\n`.indexOf(`\n${line}\n`))
  const found = lines.flatMap((at, index) => (at < 0 ? [] : [index]))
  const [nearest] = found.toSorted((one, other) => Math.abs(one - piece) - Math.abs(other - piece))
  const [at, text] = nearest === undefined ? [] : [lines[nearest], pieces[nearest]]
  return nearest === undefined || at === undefined || text === undefined
    ? null
    : { piece: nearest, share: at / Math.max(1, text.length) }
}

/** Tells whether the line and all text above it are unchanged: text that comes in below it moves nothing. */
export const isSameAbove = (
  before: readonly string[],
  after: readonly string[],
  { line, piece, share }: LineAtPlace,
): boolean => {
  const text = before[piece]
  if (text === undefined) return false
  const end = Math.round(share * text.length) + line.length
  return (
    before.slice(0, piece).every((each, index) => each === after[index]) &&
    after[piece]?.startsWith(text.slice(0, end)) === true
  )
}
