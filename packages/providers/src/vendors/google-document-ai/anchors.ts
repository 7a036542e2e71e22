import type { GoogleLayout, GoogleDocument } from './google-document-ai-answer-shape.ts'

/** A stretch of the text of a document, in characters. */
export type AnchorStretch = readonly [start: number, end: number]

export type Anchors = {
  /** Returns the text on one line. */
  readonly textOf: (layout: GoogleLayout | null | undefined) => string
  readonly textIn: (stretches: readonly AnchorStretch[]) => string
}

/** `marks` are put into the text where they belong: before a character. */
export const createAnchors = (
  { text }: Pick<GoogleDocument, 'text'>,
  marks: ReadonlyMap<number, string> = new Map(),
): Anchors => {
  const slice = slicer(text ?? '')
  const places = [...marks.keys()].toSorted((a, b) => a - b)
  const marked = ([start, end]: AnchorStretch): string => {
    const inside = places.filter((place) => place >= start && place < end)
    return [start, ...inside]
      .map((from, index) => `${index === 0 ? '' : (marks.get(from) ?? '')}${slice(from, inside[index] ?? end)}`)
      .join('')
  }
  const textIn = (stretches: readonly AnchorStretch[]): string => spaced(stretches.map(marked).join(''))
  return {
    textIn,
    textOf: (layout) => {
      const stretches = anchorStretches(layout)
      return stretches.length === 0 ? spaced(layout?.textAnchor?.content ?? '') : textIn(stretches)
    },
  }
}

export const anchorStretches = (layout: GoogleLayout | null | undefined): AnchorStretch[] =>
  (layout?.textAnchor?.textSegments ?? [])
    .map(({ startIndex, endIndex }) => [Number(startIndex ?? 0), Number(endIndex ?? 0)] as const)
    .filter(([start, end]) => end > start)

/**
 * Returns what is left of stretches without others, which are in order and apart from each other.
 * @example without([[0, 9]], [[3, 5]]) // [[0, 3], [5, 9]]
 */
export const without = (stretches: readonly AnchorStretch[], taken: readonly AnchorStretch[]): AnchorStretch[] =>
  stretches.flatMap(([start, end]) => {
    const left: AnchorStretch[] = []
    let from = start
    for (let index = firstAfter(taken, start); index < taken.length; index += 1) {
      const [takenFrom, takenTo] = taken[index] ?? [end, end]
      if (takenFrom >= end) break
      if (takenFrom > from) left.push([from, takenFrom])
      from = takenTo
    }
    if (from < end) left.push([from, end])
    return left
  })

/**
 * The same places, in order and apart from each other.
 * @example merged([[5, 9], [0, 6]]) // [[0, 9]]
 */
export const merged = (stretches: readonly AnchorStretch[]): AnchorStretch[] => {
  const apart: AnchorStretch[] = []
  for (const [start, end] of stretches.toSorted(([a], [b]) => a - b)) {
    const last = apart.at(-1)
    if (last !== undefined && start <= last[1]) apart.splice(-1, 1, [last[0], Math.max(last[1], end)])
    else apart.push([start, end])
  }
  return apart
}

/** The index of the first that ends after a place, by halving. */
const firstAfter = (stretches: readonly AnchorStretch[], place: number): number => {
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stretches[middle]?.[1] ?? Infinity) <= place) low = middle + 1
    else high = middle
  }
  return low
}

/** Google counts characters, JavaScript the code units of UTF-16. */
const slicer = (text: string): ((start: number, end: number) => string) => {
  if (!/[\uD800-\uDFFF]/.test(text)) return (start, end) => text.slice(start, end)
  const characters = Array.from(text)
  return (start, end) => characters.slice(start, end).join('')
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
