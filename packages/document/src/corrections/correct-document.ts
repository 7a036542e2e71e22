import type { Block, Cell, Document, OutlineEntry, Table } from '../model.ts'
import { type GridPlace, placesOf, textOfRows } from '../outputs/table-grid.ts'
import { correctedText, losesContent } from './corrected-text.ts'
import { correctedWords } from './corrected-words.ts'
import { type BlockCorrection, type CellCorrection, type Correction, placeOfCorrection } from './correction.ts'

/**
 * The document as it is with the corrections: every output is then made from it. All that is of the place changes with it:
 * the styles of its text, the text of its table, a caption or an entry of the outline that says the same. What is not of the text
 * stays, such as places, warnings and fields. Corrections with a fault change nothing.
 *
 * @param corrections at most one of a place
 */
export const correctDocument = (document: Document, corrections: readonly Correction[]): Document => {
  const faults = faultsOfCorrections(document, corrections)
  const sound = corrections.filter((_, index) => faults[index] === null)
  const ofBlocks = new Map(sound.flatMap((each) => ('block' in each ? [[each.block, each] as const] : [])))
  const ofTables = Map.groupBy(
    sound.flatMap((each) => ('table' in each ? [each] : [])),
    ({ table }) => table,
  )
  const tables = document.tables.map((table) => correctedCells(table, ofTables.get(table.id) ?? []))
  const textOfTable = new Map(
    tables.flatMap((table) => (ofTables.has(table.id) ? [[table.id, textOfRows(table)]] : [])),
  )
  const changed: ChangedBlock[] = []
  const pages = document.pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block) => {
      const correction = ofBlocks.get(block.id)
      if (correction !== undefined) {
        changed.push({ block, text: correction.text })
        return correctedBlock(block, correction.text)
      }
      const text = block.table === undefined ? undefined : textOfTable.get(block.table)
      return text === undefined ? block : { ...block, text }
    }),
  }))
  return {
    ...document,
    pages,
    tables: tables.map((table) => withCorrectedCaption(table, changed)),
    outline: document.outline.map((entry) => correctedEntry(entry, changed)),
  }
}

/** Why each correction does not fit the document, as a part of a sentence after its name; null if it does. */
export const faultsOfCorrections = (
  { pages, tables }: Document,
  corrections: readonly Correction[],
): (string | null)[] => {
  const blocks = new Map(pages.flatMap((page) => page.blocks.map((block) => [block.id, block] as const)))
  const grids = new Map<string, GridOfTable>()
  const gridOfTable = (id: string): GridOfTable | null => {
    const table = tables.find((each) => each.id === id)
    if (table === undefined) return null
    const grid = grids.get(id) ?? { table, places: placesOf(table) }
    grids.set(id, grid)
    return grid
  }
  return corrections.map((correction) =>
    'block' in correction
      ? faultOfBlockCorrection(blocks.get(correction.block), correction)
      : faultOfCellCorrection(gridOfTable(correction.table), correction),
  )
}

type GridOfTable = { readonly table: Table; readonly places: readonly (readonly GridPlace[])[] }

const faultOfBlockCorrection = (block: Block | undefined, correction: BlockCorrection): string | null => {
  if (block === undefined) return 'names a block that the document does not have'
  if (block.table !== undefined)
    return `names the block of the table ${block.table}, whose cells are corrected one by one`
  if (block.picture !== undefined) return 'names a picture, which has no text of its own'
  return faultOfText(block, correction)
}

const faultOfCellCorrection = (grid: GridOfTable | null, correction: CellCorrection): string | null => {
  if (grid === null) return 'names a table that the document does not have'
  const { table, places } = grid
  const place = places[correction.row]?.[correction.column]
  if (place === undefined)
    return `names a place outside of its table, which has ${table.rowCount} × ${table.columnCount} cells`
  if (place === 'covered') return 'names a place that a cell above or to its left reaches over'
  return faultOfText(place === 'empty' ? { text: '' } : place, correction)
}

const faultOfText = (
  of: Pick<Block, 'text' | 'blocks'>,
  { read, text }: Pick<Correction, 'read' | 'text'>,
): string | null => {
  if (of.text !== read) return `says that ${shownText(read)} was read, but it was ${shownText(of.text)}`
  if (losesContent(of, text)) return 'would take a table or a picture with it that is between the paragraphs'
  return null
}

/** Characters of a text that a message repeats. */
const maxShownText = 60

const shownText = (text: string): string =>
  JSON.stringify(text.length > maxShownText ? `${text.slice(0, maxShownText)}…` : text)

type ChangedBlock = { readonly block: Block; readonly text: string }

const correctedBlock = ({ words, runs, blocks, confidence, ...block }: Block, text: string): Block => {
  const moved = words === undefined ? null : correctedWords(words, block.text, text)
  return {
    ...block,
    ...correctedText({ text: block.text, ...(runs && { runs }), ...(blocks && { blocks }) }, text),
    ...(confidence !== undefined && { confidence: 1 }),
    ...(moved !== null && { words: moved }),
    corrected: true,
  }
}

const correctedCells = (table: Table, corrections: readonly CellCorrection[]): Table => {
  if (corrections.length === 0) return table
  const byPlace = new Map(corrections.map((each) => [placeOfCorrection(each), each]))
  const cells = table.cells.map((cell) => {
    const place = placeOfCorrection({ table: table.id, row: cell.row, column: cell.column })
    const correction = byPlace.get(place)
    byPlace.delete(place)
    return correction === undefined ? cell : correctedCell(cell, correction.text)
  })
  const added = [...byPlace.values()].map((correction) => addedCell(table, correction))
  return {
    ...table,
    cells:
      added.length === 0
        ? cells
        : [...cells, ...added].toSorted((one, other) => one.row - other.row || one.column - other.column),
  }
}

const correctedCell = ({ runs, blocks, confidence, ...cell }: Cell, text: string): Cell => ({
  ...cell,
  ...correctedText({ text: cell.text, ...(runs && { runs }), ...(blocks && { blocks }) }, text),
  ...(confidence !== undefined && { confidence: 1 }),
  corrected: true,
})

/** A cell where none was read; a row of headers stays one. */
const addedCell = ({ cells }: Table, { row, column, text }: CellCorrection): Cell => {
  const beside = cells.filter((cell) => cell.row === row)
  return {
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    text,
    header: beside.length > 0 && beside.every(({ header }) => header),
    corrected: true,
  }
}

const withCorrectedCaption = (table: Table, changed: readonly ChangedBlock[]): Table => {
  const { caption, page } = table
  const found = changed.find(
    ({ block }) => block.type === 'caption' && block.page === page && block.text.trim() === caption?.trim(),
  )
  return found === undefined ? table : { ...table, caption: found.text }
}

const correctedEntry = (entry: OutlineEntry, changed: readonly ChangedBlock[]): OutlineEntry => {
  const found = changed.find(
    ({ block: { type, page, text } }) =>
      (type === 'heading' || type === 'title') && page === entry.page && collapsed(text) === collapsed(entry.title),
  )
  return found === undefined ? entry : { ...entry, title: collapsed(found.text) }
}

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
