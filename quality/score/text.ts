import { distance } from 'fastest-levenshtein'
import type { Content } from './content.ts'
import { matchTables, type ReadingTable } from './tables.ts'

/**
 * Similarity of the text in reading order (NID), 0 to 1: one minus the edit distance over the length of the longer
 * text. Tables that the reader found are left out on both sides, because `scoreTables` judges them. A table that only
 * one side has is read row by row, so that its words are not counted as lost twice because one side took them for a
 * table.
 */
export const scoreText = (truth: Content, read: Content): number => {
  const pairs = matchTables(tablesIn(truth), tablesIn(read))
  const text = textWithout(truth, new Set(pairs.map(([index]) => index)))
  const other = textWithout(read, new Set(pairs.map(([, index]) => index)))
  return similarity(text, other)
}

/** One minus the edit distance over the longer length; two empty texts are alike. */
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
