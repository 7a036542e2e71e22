import { type Box, union } from '@polyparse/document'
import type { AnswerBlock, AnswerPicture } from '../../answer.ts'
import { bullet, listItem, nonEmpty, pageNumberType, placedTable, type Place } from '../../answer-blocks.ts'
import { gridTable } from '../../grid-table.ts'
import type {
  AnalyzeResult,
  AzureFigure,
  Paragraph,
  AzurePart,
  ResultTable,
} from './azure-document-intelligence-answer-shape.ts'
import type { AzureSpans } from './spans.ts'

/** A block with its place in the reading order. */
export type AzurePlacedBlock = { readonly page: number; readonly offset: number; readonly block: AnswerBlock }

/** The file of a figure, by its id. */
export type FindFigure = (id: string) => AnswerPicture

type AzureBlockContext = { readonly result: AnalyzeResult; readonly spans: AzureSpans; readonly findFile: FindFigure }

/**
 * Paragraphs, tables and figures are separate lists, and the paragraphs in tables and figures are listed again: here
 * each appears once.
 */
export const azureBlocks = (context: AzureBlockContext): AzurePlacedBlock[] => {
  const { paragraphs, tables, figures } = context.result
  const roles = rolesOf(context.result)
  const texts = (paragraphs ?? []).flatMap((paragraph, index) => {
    const role = roles.get(pathOfAzureParagraph(index)) ?? paragraph.role ?? ''
    return role === 'within'
      ? []
      : placed(paragraph, context, (place) => blocksOfAzureParagraph(paragraph, role, place, context))
  })
  return [
    ...texts,
    ...(tables ?? []).flatMap((table) => placed(table, context, (place) => [blockOfAzureTable(table, place, context)])),
    ...(figures ?? []).flatMap((figure) => placed(figure, context, (place) => [figureBlock(figure, place, context)])),
    ...[...(tables ?? []), ...(figures ?? [])].flatMap((holder) => notesApart(holder, context)),
  ].toSorted((a, b) => a.page - b.page || a.offset - b.offset)
}

const pathOfAzureParagraph = (index: number): string => `/paragraphs/${index}`

/** The role of a paragraph by what it belongs to; `within`: it is part of that. */
const rolesOf = ({ tables, figures }: AnalyzeResult): ReadonlyMap<string, string> => {
  const roles = new Map<string, string>()
  const set = (paths: readonly string[] | null | undefined, role: string) => {
    for (const path of paths ?? []) roles.set(path, role)
  }
  for (const { elements } of (tables ?? []).flatMap(({ cells }) => cells)) set(elements, 'within')
  for (const { elements } of figures ?? []) set(elements, 'within')
  for (const { caption, footnotes } of [...(tables ?? []), ...(figures ?? [])]) {
    set(caption?.elements, 'caption')
    for (const { elements } of footnotes ?? []) set(elements, 'footnote')
  }
  return roles
}

/** Captions and footnotes that are not among the paragraphs. */
const notesApart = (
  { caption, footnotes }: ResultTable | AzureFigure,
  context: AzureBlockContext,
): AzurePlacedBlock[] =>
  [
    { type: 'caption' as const, notes: caption ? [caption] : [] },
    { type: 'footnote' as const, notes: footnotes ?? [] },
  ].flatMap(({ type, notes }) =>
    notes
      .filter(({ elements }) => (elements ?? []).length === 0)
      .flatMap((note) =>
        placed(note, context, (place) => nonEmpty({ type, text: spaced(context.spans.textOf(note)), ...place })),
      ),
  )

const placed = (
  part: AzurePart,
  { spans }: AzureBlockContext,
  blocksAt: (place: Place) => AnswerBlock[],
): AzurePlacedBlock[] => {
  const page = pageOfAzurePart(part, spans)
  const offset = part.spans?.[0]?.offset ?? 0
  const place = { box: boxOfAzurePart(part, page), confidence: spans.confidenceOf(part) }
  return blocksAt(place).map((block) => ({ page, offset, block }))
}

const pageOfAzurePart = (part: AzurePart, spans: AzureSpans): number =>
  part.boundingRegions?.[0]?.pageNumber ?? spans.pageOf(part)

/** Returns the box of a cell, unless it is on another page than its table. */
const boxWithin = (cell: AzurePart, page: number): { readonly bbox?: Box } => {
  const bbox = boxOfAzurePart(cell, page)
  return bbox === null ? {} : { bbox }
}

/** Its part on the first page, if it continues on the next. */
const boxOfAzurePart = ({ boundingRegions }: AzurePart, page: number): Box | null =>
  union(
    (boundingRegions ?? [])
      .filter(({ pageNumber }) => pageNumber === page)
      .flatMap(({ polygon }) => cornersOf(polygon ?? [])),
  )

const cornersOf = (polygon: readonly number[]): Box[] =>
  Array.from({ length: Math.floor(polygon.length / 2) }, (_, corner) => {
    const [x = 0, y = 0] = polygon.slice(corner * 2, corner * 2 + 2)
    return [x, y, x, y] as const
  })

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const blocksOfAzureParagraph = (
  paragraph: Paragraph,
  role: string,
  place: Place,
  { spans }: AzureBlockContext,
): AnswerBlock[] => {
  const text = spaced(spans.textOf(paragraph))
  switch (role) {
    case 'title':
      return nonEmpty({ type: 'title', text, ...place })
    case 'sectionHeading':
      return nonEmpty({ type: 'heading', level: spans.headingLevel(paragraph) ?? 2, text, ...place })
    case 'pageHeader':
      return nonEmpty({ type: 'page_header', text, ...place })
    case 'pageFooter':
      return nonEmpty({ type: 'page_footer', text, ...place })
    case 'pageNumber':
      return nonEmpty({ type: pageNumberType(place, spans.heightOf(paragraph)), text, ...place })
    case 'footnote':
      return nonEmpty({ type: 'footnote', text, ...place })
    case 'caption':
      return nonEmpty({ type: 'caption', text, ...place })
    case 'formulaBlock':
      return nonEmpty({ type: 'formula', text: text.replaceAll(/^\$+|\$+$/g, '').trim(), ...place })
    default:
      return bullet.test(text) ? listItem(text, place) : nonEmpty({ type: 'paragraph', text, ...place })
  }
}

const headerKinds = new Set(['columnHeader', 'rowHeader', 'stubHead'])

const blockOfAzureTable = (
  { cells, caption, ...table }: ResultTable,
  place: Place,
  { spans }: AzureBlockContext,
): AnswerBlock => {
  const page = pageOfAzurePart(table, spans)
  const grid = cells.map((cell) => ({
    row: cell.rowIndex,
    column: cell.columnIndex,
    rowSpan: cell.rowSpan ?? 1,
    columnSpan: cell.columnSpan ?? 1,
    text: spaced(spans.textOf(cell)),
    header: headerKinds.has(cell.kind ?? ''),
    ...boxWithin(cell, page),
  }))
  return placedTable(gridTable(grid, spaced(caption?.content ?? '')), place)
}

/** Together with the text that was read in it. */
const figureBlock = (
  { id, elements }: AzureFigure,
  place: Place,
  { result, spans, findFile }: AzureBlockContext,
): AnswerBlock => {
  const inside = (elements ?? []).flatMap((path) => {
    const index = /^\/paragraphs\/(\d{1,9})$/.exec(path)?.[1]
    const paragraph = index === undefined ? undefined : result.paragraphs?.[Number(index)]
    return paragraph === undefined ? [] : [spans.textOf(paragraph)]
  })
  return { type: 'picture', text: spaced(inside.join(' ')), ...place, picture: findFile(id ?? '') }
}
