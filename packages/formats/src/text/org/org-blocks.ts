import { itemAt } from '@polyparse/document/items'
import { quoteBlocks } from '../../flow/held.ts'
import { written } from '../../flow/writer.ts'
import { formulaEnvironments, latexFormula } from '../latex/formulas.ts'
import { fullBudget } from '../latex/input.ts'
import { blockReader, inner, type LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import { dedented, lineOfMark } from '../lightweight/lightweight-lines.ts'
import { addOrgInline, type OrgContext, type OrgReader, takeCaption } from './org-context.ts'
import { isPicture } from './org-inline.ts'
import { orgList } from './org-lists.ts'
import { orgFootnote } from './notes.ts'
import { comment, drawer, orgHeading, keyword } from './sections.ts'
import { orgTable } from './org-table.ts'

const readOrgRule: OrgReader = (lines, at) => (/^\s*-{5,}$/.test(itemAt(lines, at)) ? at + 1 : null)

/** Reads the lines between `#+BEGIN_…` and `#+END_…`. */
const block: OrgReader = (lines, at, place, context) => {
  const [, name = ''] = /^\s*#\+begin_(\w{1,60})/i.exec(itemAt(lines, at)) ?? []
  if (name === '') return null
  const kind = name.toLowerCase()
  const mark = `#+end_${kind}`
  const end = lineOfMark(lines, at + 1, mark)
  if (end === -1) return null
  const content = lines.slice(at + 1, end)
  place.writer.flush()
  if (kind === 'src' || kind === 'example') {
    takeCaption(place, context)
    // A comma keeps lines of code from being headings.
    const text = dedented(content.map((line) => line.replace(/^(\s*),(?=[*#,])/, '$1'))).join('\n')
    if (text !== '') place.writer.push({ type: 'code', text })
  } else if (kind === 'export' || kind === 'comment') context.omitted += kind === 'export' ? 1 : 0
  else if (kind === 'verse') lineBlock(dedented(content), place, context)
  else if (kind === 'quote') {
    const held = written((writer) => readOrgBlocks(dedented(content), { ...inner(place), writer, list: 0 }, context))
    place.writer.push(...quoteBlocks(held, place.depth))
  } else readOrgBlocks(dedented(content), inner(place), context)
  return end + 1
}

const lineBlock = (lines: readonly string[], place: LightweightPlace, context: OrgContext): void => {
  for (const [index, line] of lines.entries()) {
    if (index > 0) place.writer.add('\n')
    addOrgInline(place, line, context)
  }
  place.writer.flush()
}

const fixedWidth: OrgReader = (lines, at, place) => {
  const isFixed = (line: string | undefined): boolean => /^\s*:(?:\s|$)/.test(line ?? '')
  let end = at
  while (isFixed(lines[end])) end += 1
  if (end === at) return null
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart().slice(2))
    .join('\n')
  if (text.trim() !== '') place.writer.push({ type: 'code', text })
  return end
}

/** Lines of a formula. */
const maxFormula = 200

/** A formula on lines of its own. */
const readOrgFormula: OrgReader = (lines, at, place) => {
  const [, begin = '', name = ''] = /^\s*(\\begin\{(\w{1,20}\*?)\}|\\\[|\$\$)/.exec(itemAt(lines, at)) ?? []
  if (begin === '' || (name !== '' && !Object.hasOwn(formulaEnvironments, name.replace('*', '')))) return null
  const mark = name === '' ? (begin === '$$' ? '$$' : '\\]') : `\\end{${name}}`
  const first = itemAt(lines, at).indexOf(begin) + begin.length
  for (let end = at; end < Math.min(lines.length, at + maxFormula) && lines[end] !== ''; end += 1) {
    const close = itemAt(lines, end).indexOf(mark, end === at ? first : 0)
    if (close === -1) continue
    const body = [...lines.slice(at, end), itemAt(lines, end).slice(0, close)].join('\n').slice(first)
    const text = latexFormula(name === '' ? 'displaymath' : name, body, new Map(), fullBudget())
    if (text !== '') place.writer.push({ type: 'formula', text })
    return end + 1
  }
  return null
}

/** A picture on a line of its own. */
const readOrgPicture: OrgReader = (lines, at, place, context) => {
  const [, address = ''] = /^\s*\[\[(?:file:)?([^[\]]{1,2000})\]\]$/.exec(itemAt(lines, at)) ?? []
  if (!isPicture(address)) return null
  context.outside.images += 1
  place.writer.push({ type: 'picture', text: address })
  takeCaption(place, context)
  return at + 1
}

const orgBlockReaders: readonly OrgReader[] = [
  orgHeading,
  drawer,
  block,
  keyword,
  comment,
  readOrgRule,
  orgTable,
  fixedWidth,
  orgFootnote,
  readOrgFormula,
  readOrgPicture,
  orgList,
]

const readOrgParagraph = (
  lines: readonly string[],
  at: number,
  place: LightweightPlace,
  context: OrgContext,
): number => {
  let end = at + 1
  while (end < lines.length && lines[end] !== '' && !begins.test(itemAt(lines, end))) end += 1
  for (const [index, line] of lines.slice(at, end).entries()) {
    if (index > 0) place.writer.add(' ')
    addOrgInline(place, line.trim(), context)
  }
  place.writer.flush()
  return end
}

/** The beginnings of lines that end a paragraph without a blank line. */
const begins = /^(?:\*+\s|\s*(?:#\+\w|\||[-+]\s|\d{1,9}[.)]\s|:(?:\s|$)|\\begin\{|\[fn:))/

export const readOrgBlocks = blockReader(orgBlockReaders, readOrgParagraph)
