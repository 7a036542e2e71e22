import type { Counts, Streams } from './streams.ts'

/** A range of the text, in characters. */
export type StorySpan = { readonly from: number; readonly to: number }

/** The span of each part of the text; the parts follow each other (MS-DOC 2.3). */
export type StorySpans = Readonly<Record<keyof Counts, StorySpan>>

const docStoryOrder = ['body', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'textBoxes'] as const

/** None reaches beyond the text, whatever is said of its length. */
export const spansOf = (counts: Counts, length: number): StorySpans => {
  let at = 0
  const span = (name: keyof Counts): StorySpan => {
    const from = at
    at = Math.min(length, at + counts[name])
    return { from, to: at }
  }
  const [body, footnotes, headers, macros, comments, endnotes, textBoxes] = docStoryOrder.map(span)
  const empty = { from: 0, to: 0 }
  return {
    body: body ?? empty,
    footnotes: footnotes ?? empty,
    headers: headers ?? empty,
    macros: macros ?? empty,
    comments: comments ?? empty,
    endnotes: endnotes ?? empty,
    textBoxes: textBoxes ?? empty,
  }
}

const placesIn = (bytes: Buffer, count: number): number[] =>
  Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4))

/** The text of each note by the place of its reference (MS-DOC 2.3.2, 2.3.6). */
export const noteStories = ({ structure }: Streams, spans: StorySpans): ReadonlyMap<number, StorySpan> => {
  const notes = new Map<number, StorySpan>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const references = structure(`${kind}References`)
    const texts = structure(`${kind}Texts`)
    const count = Math.max(0, Math.floor((references.length - 4) / 6))
    const starts = placesIn(texts, Math.floor(texts.length / 4))
    let end = 0
    for (const [index, place] of placesIn(references, count).entries()) {
      const span =
        (starts[index] ?? 0) < end ? null : subspanOfDocStory(spans[`${kind}s`], starts[index], starts[index + 1])
      if (span !== null) notes.set(place, span)
      end = Math.max(end, starts[index + 1] ?? 0)
    }
  }
  return notes
}

/** Separators of notes come first; then each section has six: headers and footers of even, odd and first pages (2.3.3). */
const separators = 6
const headersOfSection = new Set([0, 1, 4])

export const headerStories = (
  { structure }: Streams,
  { headers: all }: StorySpans,
): { readonly headers: readonly StorySpan[]; readonly footers: readonly StorySpan[] } => {
  const bytes = structure('headers')
  const starts = placesIn(bytes, Math.floor(bytes.length / 4))
  const headers: StorySpan[] = []
  const footers: StorySpan[] = []
  let end = 0
  for (let index = separators; index + 1 < starts.length; index += 1) {
    const span = (starts[index] ?? 0) < end ? null : subspanOfDocStory(all, starts[index], starts[index + 1])
    if (span !== null) (headersOfSection.has((index - separators) % 6) ? headers : footers).push(span)
    end = Math.max(end, starts[index + 1] ?? 0)
  }
  return { headers, footers }
}

/**
 * A part of a span by places that count from its start; null where it is empty or reaches beyond it. Parts follow each
 * other, so that what is read of all of them is not more than there is.
 */
const subspanOfDocStory = (
  { from, to }: StorySpan,
  start: number | undefined,
  end: number | undefined,
): StorySpan | null =>
  start === undefined || end === undefined || end <= start || from + end > to
    ? null
    : { from: from + start, to: from + end }

/** Comments have a place and thirty bytes each (MS-DOC 2.8.7). */
export const countComments = ({ structure }: Streams): number =>
  Math.max(0, Math.floor((structure('commentReferences').length - 4) / 34))
