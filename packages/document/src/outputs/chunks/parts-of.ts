import { type ChunkLimits, divideText } from './divide-text.ts'
import type {
  CountTokens,
  PassageMark,
  PassageOrigin,
  PassagePart,
  ChunkPassage,
  TablePassage,
  TextPassage,
} from './passage.ts'

/** The whole passage as one part. */
export const wholePart = (passage: ChunkPassage, count: CountTokens): PassagePart => {
  if ('rows' in passage) {
    const text = [...passage.opening, ...passage.rows.map((row) => row.text)].join('\n')
    const origins = [...passage.openingOrigins, ...passage.rows.map(({ origin }) => origin)]
    return { text, tokens: count(text), before: passage.before, origins, leads: false }
  }
  const { text, before, marks, leads, unit } = passage
  return { text, tokens: count(text), before, origins: marks, leads, repeats: { unit, marks } }
}

/** The passage in parts of which none is above the limit, except a row of a table. */
export const dividedParts = (passage: ChunkPassage, limits: ChunkLimits, count: CountTokens): PassagePart[] =>
  'rows' in passage ? rowParts(passage, limits, count) : textParts(passage, limits, count)

const textParts = (passage: TextPassage, limits: ChunkLimits, count: CountTokens): PassagePart[] => {
  const whole = wholePart(passage, count)
  if (whole.tokens <= limits.maxTokens) return [whole]
  const { text, unit } = passage
  const ranges = divideText(text, unit, limits, count)
  return ranges.map(({ from, to }, index): PassagePart => {
    const own = text.slice(from, to)
    const marks = marksWithin(passage.marks, from, to)
    return {
      text: own,
      tokens: count(own),
      before: index === 0 ? passage.before : text.slice(ranges[index - 1]?.to, from),
      origins: marks,
      leads: false,
      repeats: { unit, marks },
    }
  })
}

/** The marks of a stretch of the text, as places in the stretch. */
export const marksWithin = (marks: readonly PassageMark[], from: number, to: number): PassageMark[] =>
  marks
    .filter(({ at }, index) => at < to && (marks[index + 1]?.at ?? Infinity) > from)
    .map((mark) => ({ ...mark, at: Math.max(0, mark.at - from) }))

/** A part for each row; a chunk that begins with one begins with the header, unless that leaves too little room. */
const rowParts = (
  { opening, openingOrigins, rows, before }: TablePassage,
  limits: ChunkLimits,
  count: CountTokens,
): PassagePart[] => {
  const { maxTokens } = limits
  const text = opening.join('\n')
  const tokens = count(text)
  const isRepeated = text !== '' && tokens <= maxTokens / 2
  const top = opening
    .flatMap((line) => linesWithin(line, limits, count))
    .map((line, index) => partOfTextLine(line, openingOrigins, index === 0 ? before : '\n', count))
  const body = rows.map((row, index): PassagePart => ({
    ...partOfTextLine(row.text, [row.origin], index === 0 && top.length === 0 ? before : '\n', count),
    ...(isRepeated && { opening: { text, tokens } }),
  }))
  return [...top.map((line) => ({ ...line, leads: isRepeated })), ...body]
}

/** The line, divided where it is above the limit. */
const linesWithin = (line: string, limits: ChunkLimits, count: CountTokens): string[] =>
  count(line) <= limits.maxTokens
    ? [line]
    : divideText(line, 'sentence', limits, count).map(({ from, to }) => line.slice(from, to))

const partOfTextLine = (
  text: string,
  origins: readonly PassageOrigin[],
  before: string,
  count: CountTokens,
): PassagePart => ({
  text,
  tokens: count(text),
  before,
  origins,
  leads: false,
})
