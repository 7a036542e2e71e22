import { parse as parseCsv } from 'csv-parse/sync'
import { itemAt } from '@polyparse/document/items'
import { type FlowBlock, tableBlock } from '../../flow/flow.ts'
import { type MarkupCell, placeFlowCells } from '../../flow/place-cells.ts'
import { quoteBlocks } from '../../flow/held.ts'
import { dedented } from '../lightweight/lightweight-lines.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import {
  addRestructuredTextInline,
  restructuredTextBlocksIn,
  type RestructuredTextContext,
} from './restructured-text-context.ts'
import { cellIn } from './restructured-text-tables.ts'

export type Directive = {
  readonly name: string
  readonly argument: string
  readonly options: ReadonlyMap<string, string>
  readonly content: readonly string[]
}

/** A directive of its first line, behind the name, and the lines indented below. */
export const directiveOf = (name: string, first: string, below: readonly string[]): Directive => {
  const lines = dedented(below)
  const argument = [first]
  const options = new Map<string, string>()
  let at = 0
  // Lines directly below go on with the argument, or are options; the content comes after a blank line.
  const isDirect = below[0] !== '' && below.length > 0
  while (isDirect && at < lines.length && lines[at] !== '') {
    const [, key, value = ''] = /^:([\w -]{1,60}):(?:\s+(.*))?$/.exec(itemAt(lines, at)) ?? []
    if (key !== undefined) options.set(key.toLowerCase(), value)
    else if (
      options.size === 0 &&
      (takesLines.has(name) || (first !== '' && rstAdmonitionNames.includes(name) && !isVersion(name)))
    )
      argument.push(itemAt(lines, at))
    else break
    at += 1
  }
  return { name, argument: argument.join(' ').trim(), options, content: dedented(lines.slice(at)) }
}

/** Directives whose argument may go on over lines. */
const takesLines = new Set(['image', 'figure', 'topic', 'table', 'list-table', 'csv-table', 'rubric', 'toctree'])

const rstAdmonitionNames =
  'attention caution danger error hint important note tip warning seealso todo versionadded versionchanged deprecated'.split(
    ' ',
  )

const isVersion = (name: string): boolean => /^(?:version|deprecated)/.test(name)

type Reader = (directive: Directive, place: LightweightPlace, context: RestructuredTextContext) => void

const writeRstLabel = (text: string, place: LightweightPlace, context: RestructuredTextContext): void => {
  place.writer.flush()
  for (const { text: stretch, ...look } of context.readInline(text, { bold: true })) place.writer.add(stretch, look)
  place.writer.flush()
}

const rstAdmonitionTitles: Readonly<Record<string, string>> = {
  seealso: 'See also',
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
}

/** A note to the reader: what it is, and its text, which may begin beside its name. */
const admonition: Reader = ({ name, argument, content }, place, context) => {
  const title = rstAdmonitionTitles[name] ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  writeRstLabel(isVersion(name) ? `${title} ${argument}` : title, place, context)
  context.read([...(isVersion(name) || argument === '' ? [] : [argument, '']), ...content], place, context)
}

const titled: Reader = ({ argument, content }, place, context) => {
  if (argument !== '') writeRstLabel(argument, place, context)
  context.read(content, place, context)
}

const readRstQuoteDirective: Reader = ({ content }, place, context) =>
  place.writer.push(...quoteBlocks(restructuredTextBlocksIn(content, place, context), place.depth))

const code: Reader = ({ argument, content }, { writer }) => {
  const text = content.join('\n')
  if (text !== '') writer.push({ type: 'code', text })
  else if (argument.includes('\n')) writer.push({ type: 'code', text: argument })
}

const readRstMathDirective: Reader = ({ argument, content }, { writer }) => {
  const text = [argument, ...content].join(' ').replaceAll(/\s+/g, ' ').trim()
  if (text !== '') writer.push({ type: 'formula', text })
}

const readRstImageDirective: Reader = ({ argument, options }, { writer }, { outside }) => {
  const text = options.get('alt') || argument
  if (argument === '') return
  outside.images += 1
  writer.push({ type: 'picture', text })
}

const figure: Reader = (directive, place, context) => {
  readRstImageDirective(directive, place, context)
  const { content } = directive
  const end = content.indexOf('')
  const caption = content.slice(0, end === -1 ? undefined : end).join(' ')
  if (caption !== '' && caption !== '..')
    place.writer.block({ type: 'caption' }, () => addRestructuredTextInline(place, caption, context))
  if (end !== -1) context.read(content.slice(end + 1), place, context)
}

const file: Reader = ({ argument }, _, { outside }) => {
  if (argument !== '') outside.files.push(argument)
}

/** The documents that a table of contents leads to. */
const contents: Reader = ({ content }, _, { outside }) => {
  for (const line of content) {
    const name = /<([^<>]{1,500})>$/.exec(line)?.[1] ?? line
    if (name.trim() !== '') outside.files.push(name.trim())
  }
}

const pushTable = (
  rows: MarkupCell[][],
  caption: string,
  place: LightweightPlace,
  context: RestructuredTextContext,
): void => {
  if (caption !== '') place.writer.block({ type: 'caption' }, () => addRestructuredTextInline(place, caption, context))
  const table = placeFlowCells(
    rows,
    context
      .readInline(caption)
      .map(({ text }) => text)
      .join(''),
  )
  if (table !== null) place.writer.push(tableBlock(table))
}

/** Rows as items of a list, whose items are the cells. */
const listTable: Reader = ({ argument, options, content }, place, context) => {
  const headers = Number.parseInt(options.get('header-rows') ?? '0', 10) || 0
  const rows: string[][][] = []
  for (const line of content) {
    const [, begins = '', cell = ''] = /^(\*\s+)?(?:[-*+](?:\s+|$))?(.*)$/.exec(line.trimStart()) ?? []
    const isRow = line.startsWith('* ')
    const isCell = isRow || /^\s{1,8}[-*+](?:\s|$)/.test(line)
    if (isRow) rows.push([])
    const row = rows.at(-1)
    if (isCell) row?.push([isRow && begins !== '' ? cell.replace(/^[-*+](?:\s+|$)/, '') : cell])
    else row?.at(-1)?.push(line.trim())
  }
  const cells = rows.map((row, index) => row.map((lines) => cellIn(lines, index < headers, place, context)))
  pushTable(cells, argument, place, context)
}

const csvTable: Reader = ({ argument, options, content }, place, context) => {
  const outside = options.get('file') ?? options.get('url')
  if (outside !== undefined) context.outside.files.push(outside)
  const delim = options.get('delim') ?? ','
  const records = (text: string): string[][] => {
    try {
      return parseCsv(text, {
        delimiter: delim === 'tab' ? '\t' : delim.slice(0, 1) || ',',
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        ltrim: true,
      })
    } catch {
      return text.split('\n').map((line) => [line])
    }
  }
  const head = records(options.get('header') ?? '')
  const headers = head.length + (Number.parseInt(options.get('header-rows') ?? '0', 10) || 0)
  const rows = [...head, ...records(content.join('\n'))].map((fields, row) =>
    fields.map((field) => cellIn(field.split('\n'), row < headers, place, context)),
  )
  pushTable(rows, argument, place, context)
}

/** A table that is drawn, with its caption. */
const captioned: Reader = ({ argument, content }, place, context) => {
  if (argument !== '')
    place.writer.block({ type: 'caption' }, () => addRestructuredTextInline(place, argument, context))
  context.read(content, place, context)
}

const mapRstDirectives = (names: readonly string[], reader: Reader): Record<string, Reader> =>
  Object.fromEntries(names.map((name) => [name, reader]))

const rstDirectiveReaders: Readonly<Record<string, Reader>> = {
  ...mapRstDirectives(rstAdmonitionNames, admonition),
  ...mapRstDirectives(
    ['code', 'code-block', 'sourcecode', 'parsed-literal', 'doctest', 'testcode', 'prompt', 'graphviz'],
    code,
  ),
  ...mapRstDirectives(['topic', 'sidebar', 'admonition', 'rubric', 'centered', 'dropdown', 'tab', 'tab-item'], titled),
  ...mapRstDirectives(['epigraph', 'highlights', 'pull-quote'], readRstQuoteDirective),
  ...mapRstDirectives(['include', 'literalinclude'], file),
  ...mapRstDirectives(['raw'], (_, __, context) => {
    context.omitted += 1
  }),
  // Settings, and what is made of the headings.
  ...mapRstDirectives(
    'contents sectnum section-numbering meta index highlight default-role role currentmodule module title header footer default-domain tabularcolumns'.split(
      ' ',
    ),
    () => {},
  ),
  math: readRstMathDirective,
  image: readRstImageDirective,
  figure,
  toctree: contents,
  'list-table': listTable,
  'csv-table': csvTable,
  table: captioned,
}

/** Reads a directive; of one that is not known, what it is about and what is in it. */
export const readDirective: Reader = (directive, place, context) => {
  place.writer.flush()
  const reader = Object.hasOwn(rstDirectiveReaders, directive.name) ? rstDirectiveReaders[directive.name] : undefined
  if (reader !== undefined) {
    reader(directive, place, context)
    return
  }
  const text: FlowBlock['text'] = directive.argument
  // Descriptions of functions and their like begin with a signature.
  if (text !== '') place.writer.push({ type: 'paragraph', text, runs: [{ text, code: true }] })
  context.read(directive.content, place, context)
}
