import type { Paragraph } from 'mdast'
import { parseMarkdown, plainText } from '../markdown/parse.ts'
import type { Content } from './content.ts'
import { lettersOf } from './fold.ts'
import type { ReadingTable } from './tables.ts'
import { tableText } from './text.ts'

export type LabelledValue = { readonly label: string; readonly value: string }

/** The labels and values in a truth: paragraphs that begin with a label in bold, `**Name:** Ada Moreau`. */
export const pairsIn = (markdown: string): LabelledValue[] =>
  parseMarkdown(markdown).children.flatMap((node) => (node.type === 'paragraph' ? pairOf(node) : []))

const pairOf = ({ children }: Paragraph): LabelledValue[] => {
  const [first, ...rest] = children
  const value = rest.map(plainText).join('').trim()
  return first?.type === 'strong' && value !== '' ? [{ label: plainText(first), value }] : []
}

/**
 * The share of labels that are followed by their value, 0 to 1, with nothing but punctuation between them, in text or
 * in the cells of a table. Null when the truth has none.
 */
export const scorePairs = (pairs: readonly LabelledValue[], read: Content): number | null => {
  if (pairs.length === 0) return null
  const letters = read.map((block) => lettersOf(block.kind === 'table' ? tableText(block.table) : block.text)).join('')
  const found = pairs.filter(({ label, value }) => letters.includes(lettersOf(label) + lettersOf(value)))
  return found.length / pairs.length
}

/**
 * A reading in which tables that hold only labels and values become text, row by row: reading such pairs as lines is as
 * right as reading them as tables.
 */
export const pairTablesAsText = (pairs: readonly LabelledValue[], read: Content): Content => {
  const all = pairs.map(({ label, value }) => lettersOf(label) + lettersOf(value)).join('')
  return read.map((block) =>
    block.kind === 'table' && rowsOf(block.table).every((row) => all.includes(lettersOf(row)))
      ? { kind: 'text', text: tableText(block.table) }
      : block,
  )
}

const rowsOf = ({ cells }: ReadingTable): string[] =>
  [...Map.groupBy(cells, ({ row }) => row).values()].map((row) => row.map(({ text }) => text).join(' '))
