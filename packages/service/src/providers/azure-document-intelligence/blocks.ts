import { type Box, union } from '@polyparse/document'
import type { AnswerBlock, AnswerPicture } from '../answer.ts'
import { bullet, listItem, nonEmpty, pageNumberType, placedTable, type Place } from '../answer-blocks.ts'
import { gridTable } from '../grid-table.ts'
import type { AnalyzeResult, Figure, Paragraph, Part, ResultTable } from './answer-shape.ts'
import type { Spans } from './spans.ts'

/** A block with its place in the reading order. */
export type PlacedBlock = { readonly page: number; readonly offset: number; readonly block: AnswerBlock }

/** The file of a figure, by its id. */
export type FindFile = (id: string) => AnswerPicture

type Context = { readonly result: AnalyzeResult; readonly spans: Spans; readonly findFile: FindFile }

/**
 * Paragraphs, tables and figures are separate lists, and the paragraphs in tables and figures are listed again: here
 * each appears once.
 */
export const blocksOf = (context: Context): PlacedBlock[] => {
  const { paragraphs, tables, figures } = context.result
  const roles = rolesOf(context.result)
  const texts = (paragraphs ?? []).flatMap((paragraph, index) => {
    const role = roles.get(pathOf(index)) ?? paragraph.role ?? ''
    return role === 'within'
      ? []
      : placed(paragraph, context, (place) => paragraphBlocks(paragraph, role, place, context))
  })
  return [
    ...texts,
    ...(tables ?? []).flatMap((table) => placed(table, context, (place) => [tableBlock(table, place, context)])),
    ...(figures ?? []).flatMap((figure) => placed(figure, context, (place) => [figureBlock(figure, place, context)])),
    ...[...(tables ?? []), ...(figures ?? [])].flatMap((holder) => notesApart(holder, context)),
  ].toSorted((a, b) => a.page - b.page || a.offset - b.offset)
}

const pathOf = (index: number): string => `/paragraphs/${index}`

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
const notesApart = ({ caption, footnotes }: ResultTable | Figure, context: Context): PlacedBlock[] =>
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

const placed = (part: Part, { spans }: Context, blocksAt: (place: Place) => AnswerBlock[]): PlacedBlock[] => {
  const page = pageOf(part, spans)
  const offset = part.spans?.[0]?.offset ?? 0
  const place = { box: boxOf(part, page), confidence: spans.confidenceOf(part) }
  return blocksAt(place).map((block) => ({ page, offset, block }))
}

const pageOf = (part: Part, spans: Spans): number => part.boundingRegions?.[0]?.pageNumber ?? spans.pageOf(part)

/** Of a cell, unless it is on another page than its table. */
const boxWithin = (cell: Part, page: number): { readonly bbox?: Box } => {
  const bbox = boxOf(cell, page)
  return bbox === null ? {} : { bbox }
}

/** Its part on the first page, if it continues on the next. */
const boxOf = ({ boundingRegions }: Part, page: number): Box | null =>
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

const paragraphBlocks = (paragraph: Paragraph, role: string, place: Place, { spans }: Context): AnswerBlock[] => {
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

const tableBlock = ({ cells, caption, ...table }: ResultTable, place: Place, { spans }: Context): AnswerBlock => {
  const page = pageOf(table, spans)
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
const figureBlock = ({ id, elements }: Figure, place: Place, { result, spans, findFile }: Context): AnswerBlock => {
  const inside = (elements ?? []).flatMap((path) => {
    const index = /^\/paragraphs\/(\d{1,9})$/.exec(path)?.[1]
    const paragraph = index === undefined ? undefined : result.paragraphs?.[Number(index)]
    return paragraph === undefined ? [] : [spans.textOf(paragraph)]
  })
  return { type: 'picture', text: spaced(inside.join(' ')), ...place, picture: findFile(id ?? '') }
}
