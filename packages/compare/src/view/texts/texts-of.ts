import type { ParseResult } from '@polyparse/contract'
import type { BlockValue, OutputValues, PageValue, TableValue } from '@polyparse/document/schema'
import { markdownTables } from './markdown-tables.ts'
import type { TableCell, TableUnit, TextPage, Texts, PageUnit } from './text-page.ts'

type Outputs = ParseResult['outputs']

/** The text of a result, from the output with the most structure. */
export const textsOfResult = ({ outputs }: ParseResult): Texts => {
  const { json, pages, markdown, text, html, chunks, tables } = outputs
  if (json !== undefined)
    return { output: 'json', pages: json.pages.map((page) => makeTextPage(page, byId(json.tables))) }
  if (pages !== undefined)
    return { output: 'pages', pages: pages.map((page) => makeTextPage(page, tablesOfPage(page, outputs))) }
  if (markdown !== undefined) return { output: 'markdown', pages: [undivided(markdown, 'source')] }
  if (text !== undefined) return { output: 'text', pages: [undivided(text, 'paragraph')] }
  if (html !== undefined) return { output: 'html', pages: htmlPages(html) }
  if (chunks !== undefined) return { output: 'chunks', pages: [ofUnits(chunks.map((chunk) => source(chunk.text)))] }
  if (tables !== undefined) return { output: 'tables', pages: tablePages(tables) }
  return { output: null, pages: [] }
}

type Sized = Pick<PageValue, 'page' | 'width' | 'height' | 'blocks'>

const makeTextPage = ({ page, width, height, blocks }: Sized, tables: ReadonlyMap<string, TableUnit>): TextPage => ({
  page,
  size: width === null || height === null ? null : { width, height },
  units: withoutRepeatedCaptions(blocks.map((block) => unitOf(block, tables))),
})

/** Drops the caption of a table that is also a block of its own. */
const withoutRepeatedCaptions = (units: readonly PageUnit[]): PageUnit[] => {
  const captions = new Set(units.flatMap((unit) => (unit.type === 'caption' ? [unit.text] : [])))
  return units.map((unit) => (unit.type === 'table' && captions.has(unit.caption) ? { ...unit, caption: '' } : unit))
}

const unitOf = (block: BlockValue, tables: ReadonlyMap<string, TableUnit>): PageUnit => {
  const { type, level = 1, marker, table } = block
  const found = table === undefined ? undefined : tables.get(table)
  if (found !== undefined) return found
  const own = ownText(block)
  const text = marker === undefined || own.startsWith(marker) ? own : `${marker} ${own}`
  return { type: type === 'table' ? 'paragraph' : type, level, text }
}

/** Superscript digits stay superscript: a note mark is not part of the word before it. */
const ownText = ({ text, runs }: BlockValue): string =>
  runs?.some(isSuperscriptNumber) === true
    ? runs.map((run) => (isSuperscriptNumber(run) ? superscript(run.text) : run.text)).join('')
    : text

const isSuperscriptNumber = ({ text, superscript }: NonNullable<BlockValue['runs']>[number]): boolean =>
  superscript === true && /^\s*\d{1,3}\s*$/.test(text)

const superscript = (digits: string): string => digits.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))

const byId = (tables: readonly TableValue[]): Map<string, TableUnit> =>
  new Map(tables.map((table) => [table.id, tableUnit(table)]))

const tableUnit = ({ caption = '', cells, rows }: TableValue): TableUnit => {
  const byRow = Map.groupBy(cells, ({ row }) => row)
  return {
    type: 'table',
    caption,
    rows: rows.map((_, row): TableCell[] =>
      (byRow.get(row) ?? []).toSorted((one, other) => one.column - other.column).map(cellOfTableValue),
    ),
  }
}

const cellOfTableValue = ({ text, header, rowSpan, columnSpan }: TableValue['cells'][number]): TableCell => ({
  text,
  header,
  rowSpan,
  columnSpan,
})

/** The tables of a page, from the output `tables` or else from its Markdown. */
const tablesOfPage = (page: PageValue, { tables }: Outputs): Map<string, TableUnit> => {
  if (tables !== undefined) return byId(tables.filter((table) => table.page === page.page))
  const ids = page.blocks.flatMap(({ table }) => table ?? [])
  if (ids.length === 0) return new Map()
  const found = markdownTables(page.markdown)
  // If the numbers differ, the tables of the two cannot be paired.
  return found.length === ids.length
    ? new Map(ids.flatMap((id, index) => entryOfTableUnit(id, found[index])))
    : new Map()
}

const entryOfTableUnit = (id: string, table: TableUnit | undefined): [string, TableUnit][] =>
  table === undefined ? [] : [[id, table]]

const undivided = (text: string, type: 'source' | 'paragraph'): TextPage =>
  ofUnits(
    text
      .split(/\n{2,}/)
      .filter((part) => part.trim() !== '')
      .map((part) => ({ type, level: 1, text: part })),
  )

const ofUnits = (units: readonly PageUnit[], page: number | null = null): TextPage => ({ page, size: null, units })

const source = (text: string): PageUnit => ({ type: 'source', level: 1, text })

/** The sections of the pages, as source. */
const htmlPages = (html: NonNullable<OutputValues['html']>): TextPage[] => {
  const sections = [...html.matchAll(/<section data-page="(\d+)">\n?([\s\S]*?)<\/section>/g)]
  if (sections.length === 0) return [ofUnits([source(html)])]
  return sections.map(([, page, content = '']) =>
    ofUnits(
      content
        .split('\n')
        .filter((line) => line !== '')
        .map(source),
      Number(page),
    ),
  )
}

const tablePages = (tables: readonly TableValue[]): TextPage[] =>
  [...Map.groupBy(tables, ({ page }) => page)]
    .toSorted(([one], [other]) => one - other)
    .map(([page, of]) => ofUnits(of.map(tableUnit), page))
