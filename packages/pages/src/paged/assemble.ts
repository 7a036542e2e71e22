import {
  blockId,
  clip,
  tableId,
  type Block,
  type BlockType,
  type Box,
  type Cell,
  type Document,
  type Field,
  type Page,
  type Table,
  type TextRun,
  type Word,
} from '@polyparse/document'
import { meanConfidence, textOfBlock, type Draft, type DraftBlock, type DraftPage, type DraftTable } from './draft.ts'
import { findFields } from './forms/find-fields.ts'
import { maxIndentation } from './parameters.ts'
import { runsOfLines } from './runs.ts'
import { minOf } from '@polyparse/engine'

type AssembleOptions = {
  readonly words: boolean
  /** True if blocks say how sure their text is, which matters where it was recognised in images. */
  readonly confidence: boolean
  readonly raw: readonly unknown[] | null
}

/**
 * The document of a draft that went through the passes: with ids, runs of one look, and boxes clipped to their pages.
 */
export const assemble = (draft: Draft, options: AssembleOptions): Document => {
  const tables: Table[] = []
  const last: LastOfType = new Map()
  const pages = draft.pages.map((page) => assemblePage(page, tables, last, options))
  return {
    metadata: draft.metadata,
    pages,
    tables,
    pictures: draft.pictures,
    outline: draft.outline,
    fields: draft.pages.flatMap(fieldsOfDraftPage),
    warnings: draft.warnings,
    ...(options.raw !== null && { raw: { pages: options.raw } }),
  }
}

const fieldsOfDraftPage = (page: DraftPage): Field[] =>
  findFields(page).map(({ box, ...field }) => ({
    ...field,
    page: page.number,
    bbox: box === null ? null : clip(box, page.width, page.height),
  }))

/** The ids of the last blocks and tables of each type, for those that continue them. */
type LastOfType = Map<BlockType, { readonly block: string; readonly table?: string }>

const assemblePage = (
  { number, width, height, rotation, blocks }: DraftPage,
  tables: Table[],
  last: LastOfType,
  options: AssembleOptions,
): Page => {
  const inside = (box: Box): Box => clip(box, width, height)
  let tableCount = 0
  const finished = blocks.map((block, index): Block => {
    const before = block.continues === undefined ? undefined : last.get(block.continues)
    const finish = {
      id: blockId(number, index + 1),
      ...(before !== undefined && { continues: before.block }),
      type: block.type,
      page: number,
      ...(block.isRecognized === true && { ocr: true }),
      bbox: inside(block.box),
      ...(options.confidence && { confidence: confidenceOfDraftBlock(block) }),
      ...(options.words && block.lines.length > 0 && { words: wordsOfDraftBlock(block, inside) }),
    }
    if (block.table === undefined) {
      last.set(block.type, { block: finish.id })
      return { ...finish, ...contentOfDraftBlock(block) }
    }
    tableCount += 1
    const id = tableId(number, tableCount)
    last.set(block.type, { block: finish.id, table: id })
    const continues = before?.table
    const table = {
      ...assembleTable(block.table, { id, page: number, bbox: finish.bbox, inside, options }),
      ...(continues !== undefined && { continues }),
    }
    tables.push(table)
    return { ...finish, text: textOfTable(block.table), table: table.id }
  })
  return { number, width, height, rotation, blocks: finished }
}

const contentOfDraftBlock = (block: DraftBlock): Pick<Block, 'text' | 'runs' | 'level' | 'marker' | 'picture'> => {
  const runs = block.type === 'code' ? [] : runsOfLines(block.lines)
  return {
    text: block.alternative ?? (block.type === 'code' ? textOfCodeBlock(block) : textOfBlock(block)),
    ...(runs.some(isStyled) && { runs }),
    ...(block.level !== undefined && { level: block.level }),
    ...(block.marker !== undefined && { marker: block.marker }),
    ...(block.picture !== undefined && { picture: block.picture }),
  }
}

const isStyled = (run: TextRun): boolean => Object.keys(run).length > 1

/** Lines with the indentation that their places show, in characters of the block's mean width. */
const textOfCodeBlock = ({ lines }: DraftBlock): string => {
  const left = minOf(lines.map(({ box }) => box[0]))
  const words = lines.flatMap((line) => line.words)
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  const width = words.reduce((sum, { box }) => sum + box[2] - box[0], 0) / (characters || 1)
  const spacesIn = (gap: number): number => Math.min(maxIndentation, width > 0 ? Math.round(gap / width) : 0)
  return lines
    .map((line) =>
      line.words
        .map(({ box, spaced, text }, index) => {
          const before = line.words[index - 1]
          if (before === undefined) return ' '.repeat(Math.max(0, spacesIn(box[0] - left))) + text
          return ' '.repeat(Math.max(spaced ? 1 : 0, spacesIn(box[0] - before.box[2]))) + text
        })
        .join(''),
    )
    .join('\n')
}

/** The mean confidence of a block's words or cells by their length; 1 without text, as in a picture. */
const confidenceOfDraftBlock = ({ lines, table }: DraftBlock): number =>
  roundDraftConfidence(meanConfidence(table === undefined ? lines.flatMap(({ words }) => words) : table.cells))

const roundDraftConfidence = (share: number): number => Math.round(share * 1000) / 1000

const wordsOfDraftBlock = ({ lines }: DraftBlock, inside: (box: Box) => Box): Word[] =>
  lines.flatMap((line) => line.words.map(({ text, box, confidence }) => ({ text, bbox: inside(box), confidence })))

const textOfTable = ({ rowCount, cells }: DraftTable): string =>
  Array.from({ length: rowCount }, (_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .map(({ text }) => text)
      .join('\t'),
  ).join('\n')

const assembleTable = (
  { rowCount, columnCount, cells, caption }: DraftTable,
  {
    inside,
    options,
    ...place
  }: {
    readonly id: string
    readonly page: number
    readonly bbox: Box
    readonly inside: (box: Box) => Box
    readonly options: AssembleOptions
  },
): Table => ({
  ...place,
  ...(caption !== undefined && { caption }),
  rowCount,
  columnCount,
  cells: cells.map(({ box, confidence = 1, ...cell }): Cell => ({
    ...cell,
    ...(options.confidence && { confidence: roundDraftConfidence(confidence) }),
    ...(box !== null && { bbox: inside(box) }),
  })),
})
