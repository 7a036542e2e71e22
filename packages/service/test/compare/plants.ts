import type { DisputeKind } from '@polyparse/contract'
import type { Block, Document, Table } from '@polyparse/document'
import type { Random } from '@polyparse/test-support/random'
import { dateText, paragraphText } from '@polyparse/test-support/sample-documents'

/** One error planted in a document, and how to recognise a dispute that finds it. */
export type Planted = {
  readonly document: Document
  readonly page: number
  readonly kinds: readonly DisputeKind[]
  /** One of the sides must show one of these, ignoring spelling; '' matches every side. */
  readonly shows: readonly string[]
}

export type Plant = (document: Document, random: Random) => Planted | null

const isProse = ({ type }: Block): boolean => type === 'paragraph'

const blocksOf = ({ pages }: Document): Block[] => pages.flatMap(({ blocks }) => blocks)

const pickFrom = <Item>(items: readonly Item[], random: Random): Item | null =>
  items.length === 0 ? null : random.pick(items)

const withBlocks = (
  document: Document,
  change: (blocks: readonly Block[], page: number) => readonly Block[],
): Document => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, blocks: change(page.blocks, page.number) })),
})

const withTable = (document: Document, table: Table): Document => ({
  ...document,
  tables: document.tables.map((known) => (known.id === table.id ? table : known)),
})

const otherDigit = (text: string, random: Random): string => {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const place = random.pick(places)
  const digit = (Number(text.charAt(place)) + random.whole(1, 8)) % 10
  // A number that begins with 0 is another kind of number.
  return `${text.slice(0, place)}${digit === 0 && place === places[0] ? 9 : digit}${text.slice(place + 1)}`
}

/** A change in the text of one paragraph. */
const inProse =
  (pattern: RegExp, change: (found: string, random: Random) => string, kinds: readonly DisputeKind[]): Plant =>
  (document, random) => {
    const block = pickFrom(
      blocksOf(document).filter((one) => isProse(one) && pattern.test(one.text)),
      random,
    )
    const found = block === null ? null : pattern.exec(block.text)
    if (block === null || found === null) return null
    const changed = change(found[0], random)
    if (changed === found[0]) return null
    const text = block.text.slice(0, found.index) + changed + block.text.slice(found.index + found[0].length)
    return {
      document: withBlocks(document, (blocks) => blocks.map((one) => (one === block ? { ...one, text } : one))),
      page: block.page,
      kinds,
      shows: [changed],
    }
  }

const dates = /\d{1,2} (?:January|March|April|May|July|August|October|December) \d{4}|\d{4}-\d{2}-\d{2}/

const dropParagraph: Plant = (document, random) => {
  const block = pickFrom(blocksOf(document).filter(isProse), random)
  if (block === null) return null
  return {
    document: withBlocks(document, (blocks) => blocks.filter((one) => one !== block)),
    page: block.page,
    kinds: ['missing', 'unmatched'],
    shows: [block.text.slice(0, 60)],
  }
}

const inventParagraph: Plant = (document, random) => {
  const page = random.pick(document.pages)
  const text = paragraphText(random)
  const at = random.whole(1, page.blocks.length - 1)
  const block: Block = { id: 'invented', type: 'paragraph', page: page.number, bbox: null, text }
  return {
    document: withBlocks(document, (blocks, number) =>
      number === page.number ? blocks.toSpliced(at, 0, block) : blocks,
    ),
    page: page.number,
    kinds: ['missing', 'unmatched'],
    shows: [text.slice(0, 60)],
  }
}

const swapBlocks: Plant = (document, random) => {
  const neighbours = document.pages.flatMap(({ blocks, number }) =>
    blocks.flatMap((block, index) => {
      const next = blocks[index + 1]
      return isProse(block) && next !== undefined && (isProse(next) || next.type === 'list_item')
        ? [{ number, index }]
        : []
    }),
  )
  const place = pickFrom(neighbours, random)
  if (place === null) return null
  return {
    document: withBlocks(document, (blocks, number) => {
      const [one, other] = [blocks[place.index], blocks[place.index + 1]]
      if (number !== place.number || one === undefined || other === undefined) return blocks
      return blocks.toSpliced(place.index, 2, other, one)
    }),
    page: place.number,
    kinds: ['order'],
    shows: [''],
  }
}

/** Moves the second half of a page before the first, as when its columns are read in the wrong order. */
const swapPageColumns: Plant = (document, random) => {
  const page = pickFrom(
    document.pages.filter(({ blocks }) => blocks.filter(isProse).length >= 2 && blocks.length >= 6),
    random,
  )
  if (page === null) return null
  const half = Math.floor(page.blocks.length / 2)
  return {
    document: withBlocks(document, (blocks, number) =>
      number === page.number
        ? [...blocks.slice(0, 1), ...blocks.slice(half, -1), ...blocks.slice(1, half), ...blocks.slice(-1)]
        : blocks,
    ),
    page: page.number,
    kinds: ['order'],
    shows: [''],
  }
}

const inTable =
  (
    change: (table: Table, random: Random) => { table: Table; shows: string[] } | null,
    kinds: readonly DisputeKind[],
  ): Plant =>
  (document, random) => {
    const table = pickFrom(document.tables, random)
    const changed = table === null ? null : change(table, random)
    if (changed === null) return null
    return { document: withTable(document, changed.table), page: changed.table.page, kinds, shows: changed.shows }
  }

const rowText = ({ cells }: Table, row: number): string =>
  cells.flatMap((cell) => (cell.row === row ? [cell.text] : [])).join(' ')

const dropRow = inTable(
  (table, random) => {
    const row = random.whole(1, table.rowCount - 1)
    const cells = table.cells
      .filter((cell) => cell.row !== row)
      .map((cell) => (cell.row > row ? { ...cell, row: cell.row - 1 } : cell))
    return { table: { ...table, rowCount: table.rowCount - 1, cells }, shows: [rowText(table, row)] }
  },
  ['table'],
)

const changeCell = inTable(
  (table, random) => {
    const cell = random.pick(table.cells.filter(({ row, text }) => row > 0 && /\d/.test(text)))
    const text = dates.test(cell.text) ? dateText(random) : otherDigit(cell.text, random)
    if (text === cell.text) return null
    return {
      table: { ...table, cells: table.cells.map((one) => (one === cell ? { ...one, text } : one)) },
      shows: [text],
    }
  },
  ['number', 'date'],
)

const changeWord = inTable(
  (table, random) => {
    const cell = random.pick(table.cells.filter(({ row, text }) => row > 0 && /^[a-z]{3,} ?/i.test(text)))
    const text = cell.text.replace(/^[a-z]+/i, 'quartz')
    return {
      table: { ...table, cells: table.cells.map((one) => (one === cell ? { ...one, text } : one)) },
      shows: [text],
    }
  },
  ['text'],
)

const dropItem: Plant = (document, random) => {
  const item = pickFrom(
    blocksOf(document).filter(({ type }) => type === 'list_item'),
    random,
  )
  if (item === null) return null
  return {
    document: withBlocks(document, (blocks) => blocks.filter((one) => one !== item)),
    page: item.page,
    kinds: ['missing', 'unmatched'],
    shows: [item.text],
  }
}

const swapTableColumns = inTable(
  (table, random) => {
    const column = random.whole(1, table.columnCount - 2)
    const swapped = new Map([
      [column, column + 1],
      [column + 1, column],
    ])
    const cells = table.cells
      .map((cell) => (cell.row === 0 ? cell : { ...cell, column: swapped.get(cell.column) ?? cell.column }))
      .toSorted((one, other) => one.row - other.row || one.column - other.column)
    return { table: { ...table, cells }, shows: [''] }
  },
  ['table', 'order'],
)

export const plants: Readonly<Record<string, Plant>> = {
  'a digit changed': inProse(/(?<= )\d{1,3},\d{3}(?= units)|\d+\.\d(?=%)/, otherDigit, ['number']),
  'a date changed': inProse(dates, (_, random) => dateText(random), ['date']),
  'a row dropped': dropRow,
  'a cell changed': changeCell,
  'a word of a cell changed': changeWord,
  'an item of a list dropped': dropItem,
  'a paragraph invented': inventParagraph,
  'a paragraph dropped': dropParagraph,
  'two blocks swapped': swapBlocks,
  'the columns of a page swapped': swapPageColumns,
  'the columns of a table swapped': swapTableColumns,
}
