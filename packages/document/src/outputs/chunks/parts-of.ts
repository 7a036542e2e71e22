import type { Chunking } from '../../model.ts'
import { divideText } from './divide-text.ts'
import type { CountTokens, PassageOrigin, PassagePart, ChunkPassage, TablePassage, TextPassage } from './passage.ts'

/** The whole passage as one part. */
export const wholePart = (passage: ChunkPassage, count: CountTokens): PassagePart => {
  if ('rows' in passage) {
    const text = [...passage.opening, ...passage.rows.map((row) => row.text)].join('\n')
    const origins = [...passage.openingOrigins, ...passage.rows.map(({ origin }) => origin)]
    return { text, tokens: count(text), before: passage.before, origins, leads: false }
  }
  const { text, before, marks, leads } = passage
  return { text, tokens: count(text), before, origins: marks, leads }
}

/** The passage in parts of which none is above the limit, except a row of a table. */
export const dividedParts = (passage: ChunkPassage, chunking: Chunking, count: CountTokens): PassagePart[] =>
  'rows' in passage ? rowParts(passage, chunking, count) : textParts(passage, chunking, count)

const textParts = (passage: TextPassage, chunking: Chunking, count: CountTokens): PassagePart[] => {
  const whole = wholePart(passage, count)
  if (whole.tokens <= chunking.maxTokens) return [whole]
  const { text, marks } = passage
  const ranges = divideText(text, passage.unit, chunking, count)
  return ranges.map(({ from, to }, index): PassagePart => {
    const own = text.slice(from, to)
    return {
      text: own,
      tokens: count(own),
      before: index === 0 ? passage.before : text.slice(ranges[index - 1]?.to, from),
      origins: originsWithin(marks, from, to),
      leads: false,
    }
  })
}

const originsWithin = (marks: TextPassage['marks'], from: number, to: number): PassageOrigin[] =>
  marks.filter(({ at }, index) => at < to && (marks[index + 1]?.at ?? Infinity) > from)

/** A part for each row; a chunk that begins with one begins with the header, unless that leaves too little room. */
const rowParts = (
  { opening, openingOrigins, rows, before }: TablePassage,
  { maxTokens }: Chunking,
  count: CountTokens,
): PassagePart[] => {
  const text = opening.join('\n')
  const tokens = count(text)
  const isRepeated = text !== '' && tokens <= maxTokens / 2
  const top = opening.map((line, index): PassagePart =>
    partOfTextLine(line, openingOrigins, index === 0 ? before : '\n', count),
  )
  const body = rows.map((row, index): PassagePart => ({
    ...partOfTextLine(row.text, [row.origin], index === 0 && top.length === 0 ? before : '\n', count),
    ...(isRepeated && { opening: { text, tokens } }),
  }))
  return [...top.map((line) => ({ ...line, leads: isRepeated })), ...body]
}

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
