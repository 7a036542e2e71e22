import { endOfText } from './divide-text.ts'
import { marksWithin } from './parts-of.ts'
import type { CountTokens, PassagePart } from './passage.ts'

/**
 * The end of a chunk that the next one begins with: its last paragraphs, items and sentences of at most so many tokens.
 * It reaches neither into a table, whose header each chunk of it has anyway, nor to the heading above.
 */
export const repeatedEnd = (parts: readonly PassagePart[], maxTokens: number, count: CountTokens): PassagePart[] => {
  const repeated: PassagePart[] = []
  let left = maxTokens
  for (const part of parts.toReversed()) {
    if (part.leads || part.repeats === undefined) break
    if (part.tokens <= left) {
      repeated.unshift(part)
      left -= part.tokens + 1
      continue
    }
    const { unit, marks } = part.repeats
    const from = left <= 0 ? part.text.length : endOfText(part.text, unit, left, count)
    const text = part.text.slice(from)
    if (text !== '') {
      const own = marksWithin(marks, from, part.text.length)
      repeated.unshift({ ...part, text, tokens: count(text), origins: own, repeats: { unit, marks: own } })
    }
    break
  }
  return repeated
}
