import type { Attachment, Document, Warning } from '@polyparse/document'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowPages } from '../../flow/document.ts'
import { type FlowBlock, type FlowPage, tableTruncated } from '../../flow/flow.ts'
import { withoutDeadLinks } from '../../flow/flow-links.ts'
import { selectPages } from '@polyparse/engine'
import { formulasNotComputed, hiddenCells, hiddenPage, unreadControls } from '../omitted.ts'
import { sheetDrawingBlocks } from '../package/drawing.ts'
import { packageMetadata } from '../package/properties.ts'
import { embeddedFiles } from '../package/embedded.ts'
import { readPart, relationshipsOf } from '../package/relationships.ts'
import { sheetBlocks } from '../sheet/sheet-blocks.ts'
import { sheetAnchor } from '../sheet/sheet-cell.ts'
import { sheetComments } from './spreadsheet-comments.ts'
import { createListEntries, type FindListEntry } from './list-entries.ts'
import { cellBudget, readSheet } from './read-sheet.ts'
import { sheetControls } from './sheet-controls.ts'
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts'

/** Spreadsheets of Office (XLSX): sheets are pages, cells are read as shown, formulas by their last values. */
const readXlsx = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const workbook = readWorkbook(archive)
  const { sheets } = workbook
  const { includeHidden } = request
  const selected = selectPages(request, sheets.length)
  const warnings: Warning[] = [...selected.warnings]
  const budget = cellBudget()
  const findEntry = createListEntries(archive, workbook)
  const attachments: Attachment[] = []
  const pages = selected.numbers.map((number): FlowPage => {
    const sheet = sheets[number - 1]
    if (sheet === undefined || (sheet.hidden && !includeHidden)) {
      warnings.push(hiddenPage('xlsx', number))
      return { number, blocks: [] }
    }
    const { page, embedded } = readXlsxPage(
      { archive, workbook, sheet, number, includeHidden, findEntry },
      budget,
      warnings,
    )
    for (const attachment of embedded) attachments.push(attachment)
    return sheet.hidden ? { ...page, hidden: true } : page
  })
  warnings.push(...workbook.cellFormats.warnings())
  return flowPages(
    {
      pages: withoutDeadLinks(pages),
      pageCount: sheets.length,
      metadata: { mimeType: request.mediaType, ...packageMetadata(archive) },
      warnings,
      ...(attachments.length > 0 && { attachments }),
    },
    request,
  )
}

type XlsxPageSource = {
  readonly archive: Archive
  readonly workbook: Workbook
  readonly sheet: Sheet
  readonly number: number
  readonly includeHidden: boolean
  readonly findEntry: FindListEntry
}

type XlsxPageContent = { readonly page: FlowPage; readonly embedded: readonly Attachment[] }

const readXlsxPage = (
  { archive, workbook, sheet, number, includeHidden, findEntry }: XlsxPageSource,
  budget: { cells: number },
  warnings: Warning[],
): XlsxPageContent => {
  const heading: FlowBlock[] = sheet.name === '' ? [] : [{ type: 'heading', level: 1, text: sheet.name }]
  const bytes = sheet.part === null ? null : archive.read(sheet.part)
  if (sheet.part === null || bytes === null) return { page: { number, blocks: heading }, embedded: [] }
  const related = relationshipsOf(archive, sheet.part)
  const { cells, drawings, programs, hidden, uncomputed, complete } = readSheet(
    { bytes, workbook, related, includeHidden },
    budget,
  )
  if (hidden > 0) warnings.push(hiddenCells(hidden, number))
  if (uncomputed > 0) warnings.push(formulasNotComputed(uncomputed, number))
  if (!complete) warnings.push(tableTruncated(number))
  const drawn = drawings.flatMap((id) => {
    const target = related.find((one) => one.id === id && !one.external)
    const part = target === undefined ? null : readPart(archive, target.target)
    return part === null ? [] : sheetDrawingBlocks(archive, part, workbook.cellFormats)
  })
  const controls = sheetControls({ archive, related, sheet, cells, programs, findEntry })
  warnings.push(...unreadControls(controls.unread, number))
  const [first, ...more] = [...heading, ...sheetBlocks(controls.cells), ...controls.blocks, ...drawn]
  return {
    page: {
      number,
      blocks: first === undefined ? [] : [{ ...first, anchors: [sheetAnchor(sheet.name)] }, ...more],
      comments: sheetComments(archive, related, workbook.persons),
    },
    embedded: embeddedFiles(archive, { relationships: related }),
  }
}

export const xlsxEngine: Engine = { warmUp: async () => {}, read: readXlsx }
