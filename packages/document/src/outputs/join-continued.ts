import { lastOf } from '../items.ts'
import type { Block, DocumentContents, TextRun, Table } from '../model.ts'

/**
 * The document with everything that continues in another column or on another page joined where it begins, for
 * outputs that are read from beginning to end.
 */
export const joinContinued = <Contents extends DocumentContents>(document: Contents): Contents =>
  joinContinuations(document, () => true)

/**
 * The document with what continues in another column of the same page joined, for outputs by page. What continues on
 * another page stays there.
 */
export const joinColumns = <Contents extends DocumentContents>(document: Contents): Contents =>
  joinContinuations(document, (before, link) => before.page === link.page)

/** A block or table that can continue an earlier one of its kind. */
type ContinuationLink = { readonly id: string; readonly page: number; readonly continues?: string }

type GoesOn = (before: ContinuationLink, link: ContinuationLink) => boolean

const joinContinuations = <Contents extends DocumentContents>(document: Contents, goesOn: GoesOn): Contents => {
  const blocks = document.pages.flatMap((page) => page.blocks)
  if (!blocks.some(({ continues }) => continues !== undefined)) return document
  const chains = chainsOf(blocks, goesOn)
  const whole = (first: Block): Block[] => {
    const chain = chains.get(first.id)
    return chain === undefined ? [] : [chain.reduce(joinBlocks)]
  }
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, blocks: page.blocks.flatMap(whole) })),
    tables: [...chainsOf(document.tables, goesOn).values()].map((chain) => chain.reduce(joinRows)),
  }
}

/** Each beginning, by its id and in order, with all that continues it. */
export const chainsOf = <Each extends ContinuationLink>(
  links: readonly Each[],
  goesOn: GoesOn = () => true,
): Map<string, [Each, ...Each[]]> => {
  const chains = new Map<string, [Each, ...Each[]]>()
  const chainOf = new Map<string, [Each, ...Each[]]>()
  for (const link of links) {
    const earlier = link.continues === undefined ? undefined : chainOf.get(link.continues)
    const before = earlier !== undefined && goesOn(lastOf(earlier), link) ? earlier : undefined
    const chain: [Each, ...Each[]] = before ?? [link]
    if (before === undefined) chains.set(link.id, chain)
    else before.push(link)
    chainOf.set(link.id, chain)
  }
  return chains
}

/** Both as one block, whose text ends with that of the second. */
export const joinBlocks = (before: Block, block: Block): Block => {
  if (before.type === 'table') return { ...before, text: `${before.text}\n${block.text}` }
  if (before.type === 'code') return { ...before, text: `${before.text}\n${block.text}` }
  const isDivided = /\p{L}[-\u00AD\u2010]$/u.test(before.text) && /^\p{Ll}/u.test(block.text)
  const between = isDivided ? '' : ' '
  const cut = (text: string): string => (isDivided ? text.slice(0, -1) : text)
  const text = cut(before.text) + between + block.text
  if (before.runs === undefined && block.runs === undefined) return { ...before, text }
  const [head, tail] = [runsOfContinuedBlock(before), runsOfContinuedBlock(block)]
  const last = head.at(-1)
  if (last === undefined) return { ...before, text }
  return { ...before, text, runs: [...head.slice(0, -1), { ...last, text: cut(last.text) + between }, ...tail] }
}

const runsOfContinuedBlock = ({ runs, text }: Block): readonly TextRun[] => runs ?? [{ text }]

/** Both as one table: the rows of the second follow, without the header that they repeat. */
export const joinRows = (before: Table, table: Table): Table => {
  const repeated = repeatedHeaderRows(before, table)
  const shift = before.rowCount - repeated
  const cells = table.cells.filter(({ row }) => row >= repeated).map((cell) => ({ ...cell, row: cell.row + shift }))
  const caption = before.caption ?? table.caption
  return {
    ...before,
    ...(caption !== undefined && { caption }),
    rowCount: before.rowCount + table.rowCount - repeated,
    columnCount: Math.max(before.columnCount, table.columnCount),
    cells: [...before.cells, ...cells],
  }
}

/** Rows of a header that may come again: no printed one has more. */
const maxHeaderRows = 10

/** Returns how many rows a table begins with that are rows of the header before: all of them, or some in succession. */
const repeatedHeaderRows = (before: Table, table: Table): number => {
  const header = firstRowsOf(before, headerRowsOf(before))
  const rows = firstRowsOf(table, header.length)
  const isRepeated = (count: number): boolean =>
    header.some((_, start) =>
      rows.slice(0, count).every((text, row) => text.trim() !== '' && text === header[start + row]),
    )
  return rows.map((_, index) => rows.length - index).find(isRepeated) ?? 0
}

/**
 * The rows at the top that are known as a header, or probably are: at least the first, which is one if it comes again, and
 * below it those that leave out the first column, as no row with a label does, and have no figures, where others follow.
 */
const headerRowsOf = ({ rowCount, cells }: Table): number => {
  const headers = new Set(cells.filter(({ header }) => header).map(({ row }) => row))
  const labelled = new Set(
    cells.filter(({ column, text }) => /\p{N}/u.test(text) || (column === 0 && text !== '')).map(({ row }) => row),
  )
  const end = Math.min(rowCount, maxHeaderRows)
  let known = Math.min(1, rowCount)
  while (known < end && headers.has(known)) known += 1
  let probable = known
  while (probable < end && !labelled.has(probable)) probable += 1
  return probable < end ? probable : known
}

/** The texts of the first rows of a table. */
const firstRowsOf = ({ rowCount, cells }: Table, count: number): string[] => {
  const rows = Map.groupBy(
    cells.filter(({ row }) => row < count),
    ({ row }) => row,
  )
  return Array.from({ length: Math.min(rowCount, count) }, (_, row) =>
    (rows.get(row) ?? []).map(({ text }) => text).join('\t'),
  )
}
