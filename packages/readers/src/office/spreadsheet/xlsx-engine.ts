import type { Document, Warning } from '@polyparse/document'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowPages } from '../../flow/document.ts'
import { type FlowBlock, type FlowPage, tableTruncated } from '../../flow/flow.ts'
import { selectPages } from '../../select-pages.ts'
import { childOf, elementsIn } from '../../xml/element.ts'
import { countComments, hiddenCells, hiddenPage, unreadComments } from '../omitted.ts'
import { sheetDrawingBlocks } from '../package/drawing.ts'
import { packageMetadata } from '../package/properties.ts'
import { readPart, type Relationship, relationshipsOf } from '../package/relationships.ts'
import { sheetBlocks } from '../sheet/sheet-blocks.ts'
import { cellBudget, readSheet } from './read-sheet.ts'
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts'

/** Spreadsheets of Office (XLSX): sheets are pages, cells are read as shown, formulas by their last values. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const workbook = readWorkbook(archive)
  const { sheets } = workbook
  const selected = selectPages(request, sheets.length)
  const warnings: Warning[] = [...selected.warnings]
  const budget = cellBudget()
  const pages = selected.numbers.map((number): FlowPage => {
    const sheet = sheets[number - 1]
    if (sheet === undefined || sheet.hidden) {
      warnings.push(hiddenPage('xlsx', number))
      return { number, blocks: [] }
    }
    return { number, blocks: readPage({ archive, workbook, sheet, number }, budget, warnings) }
  })
  const metadata = { mimeType: request.mediaType, ...packageMetadata(archive) }
  return flowPages({ pages, pageCount: sheets.length, metadata, warnings }, request)
}

type Place = {
  readonly archive: Archive
  readonly workbook: Workbook
  readonly sheet: Sheet
  readonly number: number
}

const readPage = (
  { archive, workbook, sheet, number }: Place,
  budget: { cells: number },
  warnings: Warning[],
): FlowBlock[] => {
  const heading: FlowBlock[] = sheet.name === '' ? [] : [{ type: 'heading', level: 1, text: sheet.name }]
  const bytes = sheet.part === null ? null : archive.read(sheet.part)
  if (sheet.part === null || bytes === null) return heading
  const { cells, drawings, hidden, complete } = readSheet(bytes, workbook, budget)
  if (hidden > 0) warnings.push(hiddenCells(hidden, number))
  if (!complete) warnings.push(tableTruncated(number))
  const related = relationshipsOf(archive, sheet.part)
  warnings.push(
    ...unreadComments(
      countComments(() => commentsIn(archive, related)),
      number,
    ),
  )
  const drawn = drawings.flatMap((id) => {
    const target = related.find((one) => one.id === id && !one.external)
    const part = target === undefined ? null : readPart(archive, target.target)
    return part === null ? [] : sheetDrawingBlocks(archive, part)
  })
  return [...heading, ...sheetBlocks(cells), ...drawn]
}

/** Threads of comments are among them, as texts for older programs. */
const commentsIn = (archive: Archive, related: readonly Relationship[]): number => {
  const target = related.find(({ kind, external }) => kind === 'comments' && !external)
  const part = target === undefined ? null : readPart(archive, target.target)
  return elementsIn(childOf(part?.root, 'x:commentList'), 'x:comment').length
}

export const xlsxEngine: Engine = { warmUp: async () => {}, read }
