import { distance } from 'fastest-levenshtein'
import type { Content } from './content.ts'
import { matchTables, type ReadingTable } from './tables.ts'

/**
 * Similarity of the text in reading order (NID), 0 to 1: one less the edit distance over the length of the longer text.
 * Tables that the reader found are left out on both sides, `scoreTables` judges them; a table that only one side has is
 * read row by row, so that words are not lost twice for having been taken for a table, or for not having been.
 */
export const scoreText = (truth: Content, read: Content): number => {
  const pairs = matchTables(tablesIn(truth), tablesIn(read))
  const text = textWithout(truth, new Set(pairs.map(([index]) => index)))
  const other = textWithout(read, new Set(pairs.map(([, index]) => index)))
  return similarity(text, other)
}

/** One less the edit distance over the longer length; two empty texts are alike. */
export const similarity = (text: string, other: string): number => {
  const length = Math.max(text.length, other.length)
  return length === 0 ? 1 : 1 - distance(text, other) / length
}

export const tablesIn = (content: Content): ReadingTable[] =>
  content.flatMap((block) => (block.kind === 'table' ? [block.table] : []))

/** The cells of a table, row by row. */
export const tableText = ({ cells }: ReadingTable): string => cells.map(({ text }) => text).join(' ')

const textWithout = (content: Content, left: ReadonlySet<number>): string => {
  let seen = 0
  const texts: string[] = []
  for (const block of content) {
    if (block.kind !== 'table') texts.push(block.text)
    else {
      if (!left.has(seen)) texts.push(tableText(block.table))
      seen += 1
    }
  }
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
