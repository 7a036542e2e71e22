import type { BlockValue, ChildBlockValue } from '@polyparse/document/schema'
import type { ResultReading, ReadPage } from './reading.ts'

/** One occurrence: the n-th in its block, from 0. */
export type Hit = { readonly page: number; readonly block: string; readonly nth: number }

/** The parts, such as pages, that are searched one after the other. */
export type Searched<Hit> = {
  readonly count: number
  readonly hitsOf: (index: number, pattern: RegExp) => readonly Hit[]
}

/** Returns what finds a query in a text: whatever the case, and however its words are spaced. Null for an empty query. */
export const patternOf = (query: string): RegExp | null => {
  const words = query.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  return new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`\s+`),
    'giu',
  )
}

export const searchedReading = ({ pages, tables }: ResultReading): Searched<Hit> => ({
  count: pages.length,
  hitsOf: (index, pattern) => {
    const page = pages[index]
    return page === undefined ? [] : hitsOn(page, tables, pattern)
  },
})

/** The occurrences on one page, in reading order. */
export const hitsOn = ({ page, blocks }: ReadPage, tables: ResultReading['tables'], pattern: RegExp): Hit[] =>
  blocks.flatMap((block) => {
    const count = countIn(textsOfBlock(block, tables), pattern)
    return Array.from({ length: count }, (_, nth) => ({ page, block: block.id, nth }))
  })

export const countIn = (texts: readonly string[], pattern: RegExp): number =>
  texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)

/** The texts of a block as they are shown: each is one paragraph, or one cell. */
const textsOfBlock = (
  block: ChildBlockValue & Pick<BlockValue, 'blocks'>,
  tables: ResultReading['tables'],
): string[] => {
  if (block.type === 'picture') return []
  const table = block.table === undefined ? undefined : tables.get(block.table)
  if (table !== undefined)
    return table.cells.flatMap((cell) =>
      cell.blocks === undefined ? [cell.text] : cell.blocks.flatMap((child) => textsOfBlock(child, tables)),
    )
  return block.blocks === undefined ? [block.text] : block.blocks.flatMap((child) => textsOfBlock(child, tables))
}
