import { lastOf } from '../../items.ts'
import type { Chunking } from '../../model.ts'
import { dividedParts, wholePart } from './parts-of.ts'
import type { CountTokens, PassageGroup, PassageOrigin, PassagePart } from './passage.ts'

/** A chunk without its id. */
export type PackedChunk = {
  readonly text: string
  readonly tokens: number
  readonly headings: readonly string[]
  readonly origins: readonly PassageOrigin[]
}

type PartUnderHeadings = { readonly part: PassagePart; readonly headings: readonly string[] }

/** White space between two parts. */
const separatorTokens = 1

/**
 * Puts groups into chunks. A heading begins a new one; a group goes whole into the open chunk when the target allows,
 * into one of its own when the limit does, and else in parts. A part that introduces the next one goes with it.
 */
export function* pack(groups: Iterable<PassageGroup>, chunking: Chunking, count: CountTokens): Generator<PackedChunk> {
  const { targetTokens, maxTokens } = chunking
  let open: PartUnderHeadings[] = []

  /** What the open chunk would have with these parts at its end. */
  const sizeWith = (parts: readonly PassagePart[]): number =>
    tokenCountOfParts([...open.map(({ part }) => part), ...parts])
  /** The open chunk, without the parts that introduce the next ones. */
  const close = (): PartUnderHeadings[] => {
    const closed = open.slice(0, open.findLastIndex(({ part }) => !part.leads) + 1)
    open = open.slice(closed.length)
    return closed
  }

  for (const { passages, headings, isHeading } of groups) {
    const parts = passages.map((passage) => wholePart(passage, count)).filter(isSaid)
    if (isHeading && open.some(({ part }) => !part.leads)) {
      yield* finish(open, maxTokens, count)
      open = []
    } else if (sizeWith(parts) > targetTokens) yield* finish(close(), maxTokens, count)
    const fits = sizeWith(parts) <= maxTokens
    const placed = fits ? parts : passages.flatMap((passage) => dividedParts(passage, chunking, count)).filter(isSaid)
    for (const part of placed) {
      if (!fits && sizeWith([part]) > targetTokens) yield* finish(close(), maxTokens, count)
      if (!fits && sizeWith([part]) > maxTokens) {
        yield* finish(open, maxTokens, count)
        open = []
      }
      open.push({ part, headings })
    }
  }
  yield* finish(open, maxTokens, count)
}

/** A picture without text stays with the text beside it. */
const isSaid = ({ text, origins }: PassagePart): boolean => text !== '' || origins.length > 0

const tokenCountOfParts = (parts: readonly PassagePart[]): number =>
  parts.reduce(
    (sum, { tokens }) => sum + tokens + separatorTokens,
    parts[0]?.opening === undefined ? 0 : parts[0].opening.tokens + separatorTokens,
  )

/** Tokens are not quite additive: a chunk that turns out too long is divided in two. */
function* finish(placed: readonly PartUnderHeadings[], maxTokens: number, count: CountTokens): Generator<PackedChunk> {
  const text = textOfPassageParts(placed.map(({ part }) => part))
  if (text === '') return
  const tokens = count(text)
  if (tokens > maxTokens && placed.length > 1) {
    const half = Math.ceil(placed.length / 2)
    yield* finish(placed.slice(0, half), maxTokens, count)
    yield* finish(placed.slice(half), maxTokens, count)
    return
  }
  const { headings } = placed.find(({ part }) => !part.leads) ?? lastOf(placed)
  yield { text, tokens, headings, origins: placed.flatMap(({ part }) => part.origins) }
}

const textOfPassageParts = (parts: readonly PassagePart[]): string => {
  const said = parts.filter(({ text }) => text !== '')
  const opening = said[0]?.opening
  return said.reduce(
    (text, part, index) => text + (index === 0 ? '' : part.before) + part.text,
    opening === undefined ? '' : `${opening.text}\n`,
  )
}
