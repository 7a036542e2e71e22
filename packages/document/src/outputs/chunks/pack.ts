import { lastOf } from '../../items.ts'
import { type Chunking, defaultChunking } from '../../model.ts'
import type { ChunkContext } from './chunk-context.ts'
import type { ChunkLimits } from './divide-text.ts'
import { dividedParts, wholePart } from './parts-of.ts'
import type { CountTokens, PassageGroup, PassageOrigin, PassagePart } from './passage.ts'
import { repeatedEnd } from './repeated-end.ts'

/** A chunk without its id. */
export type PackedChunk = {
  readonly text: string
  readonly tokens: number
  readonly headings: readonly string[]
  readonly origins: readonly PassageOrigin[]
  readonly pages: readonly number[]
  readonly context?: string
}

type PartUnderHeadings = {
  readonly part: PassagePart
  readonly headings: readonly string[]
  readonly isHeading: boolean
}

type Placed = readonly [PartUnderHeadings, ...PartUnderHeadings[]]

/** White space between two parts. */
const separatorTokens = 1
/** The largest share of a chunk's target length that it may repeat of the chunk before. */
const maxOverlapShare = 0.5

/**
 * Puts groups into chunks, which begin with their context if there is one, and with the end of the chunk before if that
 * is of the same section and `chunking` says so.
 */
export function* pack(
  groups: Iterable<PassageGroup>,
  chunking: Chunking,
  count: CountTokens,
  context: ChunkContext | null = null,
): Generator<PackedChunk> {
  const { targetTokens, maxTokens, overlapTokens = defaultChunking.overlapTokens } = chunking
  const overlap = Math.min(overlapTokens, Math.floor(targetTokens * maxOverlapShare))
  const overlapReserve = overlap === 0 ? 0 : overlap + separatorTokens
  const limitsUnder = (headings: readonly string[]): ChunkLimits => {
    const reserve = overlapReserve + (context?.reserve(headings) ?? 0)
    return { targetTokens: Math.max(1, targetTokens - reserve), maxTokens: Math.max(1, maxTokens - reserve) }
  }

  let before: Placed | null = null
  for (const placed of packParts(groups, limitsUnder, count)) {
    const repeats = before !== null && overlap > 0 && !placed[0].isHeading && placed[0].part.opening === undefined
    const repeated = repeats ? repeatedEnd(partsOf(before ?? []), overlap, count) : []
    yield chunkOfParts(placed, repeated, maxTokens, count, context)
    before = placed
  }
}

/** The chunk with all that it can begin with as long as that leaves it within the limit. */
const chunkOfParts = (
  placed: Placed,
  repeated: readonly PassagePart[],
  maxTokens: number,
  count: CountTokens,
  context: ChunkContext | null,
): PackedChunk => {
  const { headings } = placed.find(({ part }) => !part.leads) ?? lastOf(placed)
  const said = placed.flatMap((each) => (each.isHeading ? each.headings.slice(-1) : []))
  const own = partsOf(placed)
  const chunkWith = (parts: readonly PassagePart[], hasContext: boolean): PackedChunk => {
    const origins = parts.flatMap((part) => part.origins)
    const pages = [...new Set(origins.map(({ page }) => page))].toSorted((a, b) => a - b)
    const line = hasContext ? (context?.lineOf(headings, said, pages) ?? '') : ''
    const text = `${line}${line === '' ? '' : '\n\n'}${textOfPassageParts(parts)}`
    return { text, tokens: count(text), headings, origins, pages, ...(context !== null && { context: line }) }
  }
  const full = chunkWith([...repeated, ...own], true)
  if (full.tokens <= maxTokens) return full
  const alone = repeated.length === 0 ? full : chunkWith(own, true)
  return alone.tokens <= maxTokens ? alone : chunkWith(own, false)
}

const partsOf = (placed: readonly PartUnderHeadings[]): PassagePart[] => placed.map(({ part }) => part)

/**
 * Puts groups together to the length of a chunk. A heading begins a new one; a group goes whole into the open chunk when
 * the target allows, into one of its own when the limit does, and else in parts. A part that introduces the next one
 * goes with it.
 */
function* packParts(
  groups: Iterable<PassageGroup>,
  limitsUnder: (headings: readonly string[]) => ChunkLimits,
  count: CountTokens,
): Generator<Placed> {
  let open: PartUnderHeadings[] = []

  /** Returns what the open chunk would have with these parts at its end. */
  const sizeWith = (parts: readonly PassagePart[]): number => tokenCountOfParts([...partsOf(open), ...parts])
  /** The open chunk, without the parts that introduce the next ones. */
  const close = (): PartUnderHeadings[] => {
    const closed = open.slice(0, open.findLastIndex(({ part }) => !part.leads) + 1)
    open = open.slice(closed.length)
    return closed
  }
  let maxTokens = limitsUnder([]).maxTokens

  for (const { passages, headings, isHeading } of groups) {
    const parts = passages.map((passage) => wholePart(passage, count)).filter(isSaid)
    if (isHeading && open.some(({ part }) => !part.leads)) {
      yield* finish(open, maxTokens, count)
      open = []
    }
    const limits = limitsUnder(headings)
    const { targetTokens } = limits
    maxTokens = limits.maxTokens
    if (sizeWith(parts) > targetTokens) yield* finish(close(), maxTokens, count)
    const fits = sizeWith(parts) <= maxTokens
    const placed = fits ? parts : passages.flatMap((passage) => dividedParts(passage, limits, count)).filter(isSaid)
    for (const [index, part] of placed.entries()) {
      if (!fits && sizeWith([part]) > targetTokens) yield* finish(close(), maxTokens, count)
      if (!fits && sizeWith([part]) > maxTokens) {
        yield* finish(open, maxTokens, count)
        open = []
      }
      open.push({ part, headings, isHeading: isHeading && index === 0 })
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
function* finish(parts: readonly PartUnderHeadings[], maxTokens: number, count: CountTokens): Generator<Placed> {
  const [first, ...more] = parts
  if (first === undefined) return
  const text = textOfPassageParts(partsOf(parts))
  if (text === '') return
  if (more.length > 0 && count(text) > maxTokens) {
    const half = Math.ceil(parts.length / 2)
    yield* finish(parts.slice(0, half), maxTokens, count)
    yield* finish(parts.slice(half), maxTokens, count)
    return
  }
  yield [first, ...more]
}

const textOfPassageParts = (parts: readonly PassagePart[]): string => {
  const said = parts.filter(({ text }) => text !== '')
  const opening = said[0]?.opening
  return said.reduce(
    (text, part, index) => text + (index === 0 ? '' : part.before) + part.text,
    opening === undefined ? '' : `${opening.text}\n`,
  )
}
