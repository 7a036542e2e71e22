import type {
  Block,
  BlockType,
  Box,
  Cell,
  Document,
  Extraction,
  Page,
  Table,
  DocumentUsage,
} from '@polyparse/document/schema'
import { readingParameters } from './parameters.ts'

/**
 * The part of a parsed document that a comparison needs: plain data that can be stored as JSON, without pictures,
 * styles and words. `schema` changes with its shape; readings of another schema are not compared.
 */
export type Reading = {
  readonly schema: 'reading/1'
  readonly pages: readonly ReadingPage[]
  readonly tables: readonly ReadingTable[]
  readonly warnings: readonly { readonly code: string; readonly page?: number }[]
  /** The rating that the provider gives its own result, on a scale such as "0-100". */
  readonly quality?: { readonly score: number; readonly scale?: string }
  /** A schema filled from it, where that was asked for. */
  readonly extraction?: Pick<Extraction, 'data' | 'evidence'>
  /** The charge for all of it; absent if there is none. */
  readonly cost?: { readonly amount: number; readonly currency?: string; readonly isEstimate: boolean }
}

/** A provider's reading of a document. */
export type ProviderReading = {
  /** Any name; it identifies the reading in the agreement, so it must be unique among the readings. */
  readonly provider: string
  readonly reading: Reading
  /** The time that the provider took, in milliseconds. It decides between providers whose readings are equal. */
  readonly durationMs: number
  /** Absent for a provider that has nothing in common with the others. */
  readonly family?: Family
}

/**
 * Providers of one family take their words from the same place, so that they make the same mistakes, and one says nothing
 * about another. Of those that the evidence does not tell apart, the one with the lowest rank is named, of any
 * family, and none if one of another family has the same rank. A page that was recognised is of the family `image`;
 * further recognisers have families whose names begin so.
 */
export type Family = { readonly name: string; readonly rank: number }

/** `number` is 1-based. */
export type ReadingPage = {
  readonly number: number
  readonly blocks: readonly ReadingBlock[]
  /** The places of its pictures, but for those that cover most of the page, as that of a scan does. */
  readonly pictures?: readonly Box[]
}

/** A block of a page in reading order; `bbox` in points, as in the document. */
export type ReadingBlock = {
  readonly type: BlockType
  /** Heading level, or depth of a list item, from 1. */
  readonly level?: number
  /** Starts with the marker of a list item; note marks are superscript digits (`¹`). Empty for a block with `table`. */
  readonly text: string
  readonly bbox: Box | null
  /** The index in `tables` of the reading. */
  readonly table?: number
  /** Set if it goes on with what an earlier block began, in another column or on an earlier page. */
  readonly continues?: true
}

/** A table as its cells, sorted by row and column; `bbox` in points, as in the document. */
export type ReadingTable = {
  readonly page: number
  readonly bbox: Box | null
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly ReadingCell[]
}

/** A spanning cell is listed once, at its top left. */
export type ReadingCell = {
  /** Rows and columns count from 0. */
  readonly row: number
  readonly column: number
  /** Absent when 1. */
  readonly rowSpan?: number
  readonly columnSpan?: number
  readonly text: string
  readonly bbox?: Box
}

type ReadBlock = Pick<Block, 'type' | 'level' | 'text' | 'marker' | 'runs' | 'bbox' | 'table' | 'continues'>
type PageToCompare = Pick<Page, 'number' | 'width' | 'height'> & { readonly blocks: readonly ReadBlock[] }
type ReadTable = Pick<Table, 'id' | 'page' | 'bbox' | 'rowCount' | 'columnCount'> & {
  readonly cells: readonly Pick<Cell, 'row' | 'column' | 'rowSpan' | 'columnSpan' | 'text' | 'bbox'>[]
}

/** The part of a document that a reading takes: the document may be one that was put together from outputs. */
export type DocumentToCompare = Pick<Document, 'quality' | 'usage' | 'extraction'> & {
  readonly pages: readonly PageToCompare[]
  readonly tables: readonly ReadTable[]
  readonly warnings: readonly { readonly code: string; readonly page?: number | undefined }[]
}

/**
 * The reading of a parsed document: its blocks, except pictures, its tables, and the codes of its warnings. Boxes and
 * page numbers are those of the document; there are no ids, and a block refers to its table by index.
 *
 * @example
 * const reading = readingOf(document)
 * await writeFile('reading.json', JSON.stringify(reading))
 */
export const readingOf = ({ pages, tables, warnings, quality, usage, extraction }: DocumentToCompare): Reading => {
  const indices = new Map(tables.map(({ id }, index) => [id, index]))
  return {
    schema: 'reading/1',
    pages: pages.map((page) => {
      const pictures = pictureBoxesOfPage(page)
      return {
        number: page.number,
        blocks: page.blocks.filter(({ type }) => type !== 'picture').map((block) => readingBlock(block, indices)),
        ...(pictures.length > 0 && { pictures }),
      }
    }),
    tables: tables.map(readingTable),
    warnings: warnings.map(({ code, page }) => ({ code, ...(page !== undefined && { page }) })),
    ...(quality !== undefined && { quality }),
    ...(extraction !== undefined && { extraction: { data: extraction.data, evidence: extraction.evidence } }),
    ...costOfUsage(usage),
  }
}

const costOfUsage = ({ cost, currency, costIsEstimate = false }: DocumentUsage = {}): Pick<Reading, 'cost'> =>
  cost === undefined
    ? {}
    : { cost: { amount: cost, ...(currency !== undefined && { currency }), isEstimate: costIsEstimate } }

const pictureBoxesOfPage = ({ blocks, width, height }: PageToCompare): Box[] => {
  const most = (width ?? 0) * (height ?? 0) * readingParameters.maxPictureShare
  return blocks.flatMap(({ type, bbox }) =>
    type === 'picture' && bbox !== null && (bbox[2] - bbox[0]) * (bbox[3] - bbox[1]) <= most ? [bbox] : [],
  )
}

/** The reading in a JSON text; null when its schema is that of another version. */
export const parseReading = (json: string): Reading | null => {
  const reading: Reading = JSON.parse(json)
  return reading.schema === 'reading/1' ? reading : null
}

const readingBlock = (block: ReadBlock, indices: ReadonlyMap<string, number>): ReadingBlock => {
  const table = block.table === undefined ? undefined : indices.get(block.table)
  const { type, level, bbox } = block
  return {
    type,
    ...(level !== undefined && { level }),
    text: table === undefined ? textOfReadBlock(block) : '',
    bbox,
    ...(table !== undefined && { table }),
    ...(block.continues !== undefined && { continues: true }),
  }
}

const textOfReadBlock = ({ text, marker, runs }: ReadBlock): string => {
  const own =
    runs?.some(isNoteMark) === true ? runs.map((run) => (isNoteMark(run) ? raised(run.text) : run.text)).join('') : text
  return marker === undefined || own.startsWith(marker) ? own : `${marker} ${own}`
}

const isNoteMark = ({ text, superscript }: { text: string; superscript?: boolean }): boolean =>
  superscript === true && /^\s*\d{1,3}\s*$/.test(text)

const raised = (digits: string): string => digits.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))

const readingTable = ({ page, bbox, rowCount, columnCount, cells }: ReadTable): ReadingTable => ({
  page,
  bbox,
  rowCount,
  columnCount,
  cells: cells
    .map(({ row, column, rowSpan, columnSpan, text, bbox: box }) => ({
      row,
      column,
      ...(rowSpan > 1 && { rowSpan }),
      ...(columnSpan > 1 && { columnSpan }),
      text,
      ...(box !== undefined && { bbox: box }),
    }))
    .toSorted((one, other) => one.row - other.row || one.column - other.column),
})
