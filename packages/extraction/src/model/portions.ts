/** The text of one page, as a model gets it. */
export type PageText = {
  readonly page: number
  readonly text: string
  /** True if its reader is not sure of it, so that a picture helps. */
  readonly isDoubted: boolean
}

/** Pages, or parts of them, about which a model is asked at once. */
export type ReadingPortion = readonly PageText[]

/**
 * Characters of one portion: about 8 000 tokens, which every model of the day takes, with an answer that is as long. A page
 * that has more is divided at its lines.
 */
const portionCharacters = 24_000

/** The pages in portions, in their order. Equal pages give equal portions. */
export const portionsOfPages = (pages: readonly PageText[], maxCharacters = portionCharacters): ReadingPortion[] => {
  const portions: PageText[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const page of pages)
    for (const text of piecesOfText(page.text, maxCharacters)) {
      const last = portions.at(-1)
      if (last !== undefined && length + text.length <= maxCharacters) last.push({ ...page, text })
      else {
        portions.push([{ ...page, text }])
        length = 0
      }
      length += text.length
    }
  return portions
}

/** The text at its lines, none longer than that; a line that is longer by itself is cut. */
const piecesOfText = (text: string, maxCharacters: number): string[] => {
  const pieces: string[] = []
  for (let rest = text; rest.trim() !== '';) {
    const end = rest.length <= maxCharacters ? rest.length : rest.lastIndexOf('\n', maxCharacters)
    const length = end > 0 ? end : maxCharacters
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return pieces
}

/** Characters below which a portion is not divided: its answer is not long because of what it has. */
const leastDivided = 400

/** The portion in two, where its answer was too long for one; null where it is too short for that. */
export const halvesOfPortion = (portion: ReadingPortion): readonly [ReadingPortion, ReadingPortion] | null => {
  const length = portion.reduce((sum, { text }) => sum + text.length, 0)
  if (length < leastDivided) return null
  const [first, ...others] = portionsOfPages(portion, Math.ceil(length / 2))
  return first === undefined || others.length === 0 ? null : [first, others.flat()]
}
