import type { CountTokens, PassageUnit } from './passage.ts'

/** A range of a text, without the white space at its ends. */
export type TextRange = { readonly from: number; readonly to: number }

type Unit = PassageUnit | 'word' | 'segment' | 'character'
type Sized = TextRange & { readonly tokens: number }
export type ChunkLimits = { readonly targetTokens: number; readonly maxTokens: number }

/**
 * The smaller units into which a unit is divided that is too long. A segment is a word in scripts without spaces
 * between words.
 */
const smaller: Readonly<Record<Unit, Unit>> = {
  line: 'sentence',
  sentence: 'word',
  word: 'segment',
  segment: 'character',
  character: 'character',
}

/**
 * A text in ranges of at most the target's length, divided between units as large as possible; none exceeds the limit.
 */
export const divideText = (text: string, unit: Unit, limits: ChunkLimits, count: CountTokens): TextRange[] => {
  const ranges: TextRange[] = []
  let open: Sized | null = null
  for (const atom of atoms(text, { from: 0, to: text.length }, unit, limits, count)) {
    if (open !== null && open.tokens + atom.tokens <= limits.targetTokens) {
      open = { from: open.from, to: atom.to, tokens: open.tokens + atom.tokens }
    } else {
      if (open !== null) ranges.push({ from: open.from, to: open.to })
      open = atom
    }
  }
  if (open !== null) ranges.push({ from: open.from, to: open.to })
  return ranges
}

/** Returns where the last units of a text begin that together have at most so many tokens; its length if none has so few. */
export const endOfText = (text: string, unit: PassageUnit, maxTokens: number, count: CountTokens): number => {
  const whole = [...atoms(text, { from: 0, to: text.length }, unit, { targetTokens: maxTokens, maxTokens }, count)]
  let from = text.length
  let left = maxTokens
  for (const atom of whole.toReversed()) {
    left -= atom.tokens
    if (left < 0) break
    from = atom.from
  }
  return from
}

function* atoms(text: string, range: TextRange, unit: Unit, limits: ChunkLimits, count: CountTokens): Generator<Sized> {
  if (unit === 'character') return yield* slices(text, range, limits, count)
  for (const { from, to } of unitsOf(text, range, unit)) {
    // The white space before it is part of its first token.
    const tokens = count(text.slice(from === range.from ? from : from - 1, to))
    if (tokens <= limits.maxTokens) yield { from, to, tokens }
    else yield* atoms(text, { from, to }, smaller[unit], limits, count)
  }
}

function* unitsOf(text: string, range: TextRange, unit: Exclude<Unit, 'character'>): Generator<TextRange> {
  const part = text.slice(range.from, range.to)
  for (const { 0: found, index } of unitMatchesOfText(part, unit)) {
    const start = found.length - found.trimStart().length
    const length = found.trim().length
    if (length > 0) yield { from: range.from + index + start, to: range.from + index + start + length }
  }
}

type UnitMatch = { readonly 0: string; readonly index: number }

const unitMatchesOfText = (text: string, unit: Exclude<Unit, 'character'>): Iterable<UnitMatch> => {
  if (unit === 'line') return text.matchAll(/[^\n]+/g)
  if (unit === 'word') return text.matchAll(/\S+/g)
  return segmentsOfText(text, unit === 'sentence' ? sentences : englishWordSegmenter)
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const englishWordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })

function* segmentsOfText(text: string, segmenter: Intl.Segmenter): Generator<UnitMatch> {
  for (const { segment, index } of segmenter.segment(text)) yield { 0: segment, index }
}

/** Cuts as many characters at a time as fit, halving until they do: a character is never more than a few tokens. */
function* slices(
  text: string,
  { from, to }: TextRange,
  { maxTokens }: ChunkLimits,
  count: CountTokens,
): Generator<Sized> {
  let start = from
  let length = 4 * maxTokens
  while (start < to) {
    const end = characterEnd(text, Math.min(to, start + length))
    const tokens = count(text.slice(start, end))
    if (tokens > maxTokens && length > 1) length = Math.ceil(length / 2)
    else {
      yield { from: start, to: end, tokens }
      start = end
    }
  }
}

/** The offset itself, or the one after the surrogate pair that it would divide. */
const characterEnd = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
