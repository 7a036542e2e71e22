import { withoutControls } from '@polyparse/engine'
import type { Block } from '@polyparse/document'
import type { FindPicture, FlowBlock, FlowTable } from '../flow/flow.ts'
import { markdownTreeBlocks as markdownBlocks, parseMarkdown } from './tree.ts'
import { htmlTreeBlocks as htmlBlocks, tablesIn } from '../web/html/html-blocks.ts'
import { parseHtml } from '../web/html/nodes.ts'
import { readMarkup } from './markup-limits.ts'
import { maxOf } from '@polyparse/engine'

/**
 * The blocks of a piece of HTML. `findPicture` returns the picture at an address of an `img`, or null. Markup that
 * would take too long to parse is kept as plain text (`countUnreadMarkup` counts it).
 */
export const blocksOfHtml = (html: string, findPicture?: FindPicture): FlowBlock[] =>
  readMarkup(
    'html',
    html,
    () => htmlBlocks(parseHtml(html), findPicture === undefined ? {} : { findPicture }),
    () => plainBlocks(withoutTags(html)),
  )

/**
 * The blocks of Markdown as vendors write it: with tables in HTML, which may have blank lines in them. `findPicture`
 * and what happens to markup that takes too long are as for `blocksOfHtml`.
 *
 * @example blocksOfMarkdown('# Title\n\nText') // a heading of level 1, a paragraph
 */
export const blocksOfMarkdown = (markdown: string, findPicture: FindPicture = () => null): FlowBlock[] =>
  readMarkup(
    'markdown',
    markdown,
    () => readMarkdown(markdown, findPicture),
    () => plainBlocks(markdown),
  )

const readMarkdown = (markdown: string, findPicture: FindPicture): FlowBlock[] => {
  const source = withoutControls(markdown)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<table\b[^]*?<\/table>/gi, (table) => `\n\n${table.replaceAll(/\n\s*\n/g, '\n')}\n\n`)
  return markdownBlocks(parseMarkdown(source), {
    readHtml: (html) => blocksOfHtml(html, findPicture),
    findPicture,
  })
}

const withoutTags = (html: string): string => html.replaceAll(/<[^<>]{0,1000}>/g, ' ')

const plainBlocks = (text: string): FlowBlock[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ type: 'paragraph', text: paragraph }))

/**
 * The text and runs of Markdown that is known to be one block, whatever block syntax it begins with. Where it is
 * several blocks all the same, they are lines of text without runs.
 *
 * @example inlineOf('1. **Net** assets').text // '1. Net assets'
 */
export const inlineOf = (markdown: string): Pick<Block, 'text' | 'runs'> => {
  const blocks = blocksOfMarkdown(markdown).filter(({ text }) => text !== '')
  const [only] = blocks
  if (blocks.length !== 1 || only === undefined) return { text: blocks.map(({ text }) => text).join('\n') }
  const { text, runs } = only
  // "1. Introduction" is not a list here, and keeps its number.
  const mark = only.type === 'list_item' ? (/^\s*\S+\s+/.exec(markdown)?.[0].trimStart() ?? '') : ''
  return { text: mark + text, ...(runs !== undefined && { runs: mark === '' ? runs : [{ text: mark }, ...runs] }) }
}

/**
 * The first table in a piece of HTML or Markdown, even one that only arranges content; null when there is none, or when
 * the piece would take too long to parse.
 */
export const tableOf = (markup: string): FlowTable | null => {
  const blocks = /<table\b/i.test(markup)
    ? readMarkup(
        'html',
        markup,
        () => tablesIn(parseHtml(markup)),
        () => [],
      )
    : blocksOfMarkdown(markup)
  return blocks.find(({ table }) => table !== undefined)?.table ?? null
}

/**
 * A table of rows of values, without spans and headers; null becomes ''. Rows may differ in length: the table is as
 * wide as the longest, and the others have no cells at their end.
 *
 * @example tableOfRows([['Net assets', 48_317], ['Liabilities', null]]).columnCount // 2
 */
export const tableOfRows = (rows: readonly (readonly (string | number | boolean | null)[])[]): FlowTable => ({
  rowCount: rows.length,
  columnCount: maxOf(
    rows.map((row) => row.length),
    0,
  ),
  cells: rows.flatMap((values, row) =>
    values.map((value, column) => ({
      row,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text: value === null ? '' : String(value),
      header: false,
    })),
  ),
})
