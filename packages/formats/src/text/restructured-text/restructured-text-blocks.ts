import { itemAt } from '@polyparse/document/items'
import { quoteBlocks } from '../../flow/held.ts'
import { maxLevel } from '../../flow/writer.ts'
import { blockReader, inner, type LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import { continued, dedented, endOfIndented, indentOf } from '../lightweight/lightweight-lines.ts'
import {
  addRestructuredTextInline,
  restructuredTextBlocksIn,
  type RestructuredTextContext,
  type RestructuredTextReader,
} from './restructured-text-context.ts'
import { directiveOf, readDirective } from './directives.ts'
import { nameOfReference } from './restructured-text-inline.ts'
import { definition, fieldLists, restructuredTextList } from './restructured-text-lists.ts'
import { adornment, placeOfName } from './restructured-text-names.ts'
import { restructuredTextFootnote } from './notes.ts'
import { grid, simple } from './restructured-text-tables.ts'

/** A title, which is underlined, and may have the same line above it. */
const title: RestructuredTextReader = (lines, at, place, context) => {
  const [first = '', second = '', third = ''] = [lines[at], lines[at + 1], lines[at + 2]]
  const isOver =
    first.length >= 3 && adornment.test(first) && second !== '' && third === first && !adornment.test(second)
  const isUnder =
    indentOf(first) === 0 &&
    adornment.test(second) &&
    !adornment.test(first) &&
    (second.length >= first.length || second.length >= 4)
  if (!isOver && !isUnder) return null
  const style = isOver ? `${first[0]} over` : (second[0] ?? '')
  if (!context.adornments.includes(style)) context.adornments.push(style)
  const level = context.adornments.indexOf(style) + 1
  const text = (isOver ? second : first).trim()
  place.writer.flush()
  place.writer.name(nameOfReference(text))
  place.writer.block({ type: 'heading', level: Math.min(level, maxLevel) }, () =>
    addRestructuredTextInline(place, text, context),
  )
  return at + (isOver ? 3 : 2)
}

const transition: RestructuredTextReader = (lines, at) =>
  adornment.test(itemAt(lines, at)) && itemAt(lines, at).length >= 4 && (lines[at + 1] ?? '') === '' ? at + 1 : null

/** Reads a construct that begins with two points: a directive, a note, a target, or a comment. */
const explicit: RestructuredTextReader = (lines, at, place, context) => {
  const line = itemAt(lines, at)
  if (!/^\.\.(?:\s|$)/.test(line)) return line.startsWith('__ ') ? at + 1 : null
  const end = endOfIndented(lines, at + 1)
  const rest = line.slice(2).trim()
  const below = lines.slice(at + 1, end)
  const [, name, argument = ''] = /^([A-Za-z][\w.+:-]{0,60}?)\s?::(?:\s+(.*))?$/.exec(rest) ?? []
  const [, note, text = ''] = /^\[([^\]]{1,100})\]\s*(.*)$/.exec(rest) ?? []
  const [, substitution] = /^\|[^|]{1,200}\|\s+([\w-]{1,60})::/.exec(rest) ?? []
  const target = placeOfName(line)
  if (name !== undefined)
    readDirective(directiveOf(name.toLowerCase().replace(/^.*:(?=.)/, ''), argument, below), inner(place), context)
  else if (note !== undefined) restructuredTextFootnote(note, continued(text, below), place, context)
  else if (target !== null) {
    place.writer.flush()
    place.writer.name(target)
  } else if (substitution === 'image') context.outside.images += 1
  return Math.max(end, at + 1)
}

/** Code that is indented or quoted, behind `::`. */
const readRstLiteral = (lines: readonly string[], from: number, place: LightweightPlace): number => {
  let at = from
  while (at < lines.length && lines[at] === '') at += 1
  let end = endOfIndented(lines, at)
  const quote = adornmentSign.exec(lines[at] ?? '')?.[0]
  if (end === at && quote !== undefined) while (lines[end]?.startsWith(quote) === true) end += 1
  const text = dedented(lines.slice(at, end)).join('\n')
  if (text === '') return from
  place.writer.push({ type: 'code', text })
  return end
}
const adornmentSign = /^[!-/:-@[-`{-~]/

/** A session of Python, up to the next blank line. */
const session: RestructuredTextReader = (lines, at, place) => {
  if (!lines[at]?.startsWith('>>> ')) return null
  let end = at
  while (end < lines.length && lines[end] !== '') end += 1
  place.writer.push({ type: 'code', text: lines.slice(at, end).join('\n') })
  return end
}

/** Lines that stay lines. */
const lineBlock: RestructuredTextReader = (lines, at, place, context) => {
  if (!/^\|(?:\s|$)/.test(itemAt(lines, at))) return null
  const texts: string[] = []
  let next = at
  for (; next < lines.length; next += 1) {
    const line = itemAt(lines, next)
    if (/^\|(?:\s|$)/.test(line)) texts.push(line.slice(1).trim())
    else if (/^\s+\S/.test(line) && texts.length > 0) texts.push(`${texts.pop() ?? ''} ${line.trim()}`)
    else break
  }
  for (const [index, text] of texts.entries()) {
    if (index > 0) place.writer.add('\n')
    addRestructuredTextInline(place, text, context)
  }
  place.writer.flush()
  return next
}

const readRstQuote: RestructuredTextReader = (lines, at, place, context) => {
  if (indentOf(itemAt(lines, at)) === 0) return null
  const end = endOfIndented(lines, at)
  place.writer.push(
    ...quoteBlocks(restructuredTextBlocksIn(dedented(lines.slice(at, end)), place, context), place.depth),
  )
  return end
}

const rstBlockReaders: readonly RestructuredTextReader[] = [
  grid,
  simple,
  title,
  transition,
  explicit,
  session,
  restructuredTextList,
  fieldLists,
  lineBlock,
  readRstQuote,
  definition,
]

/** Text up to a blank line; two colons at its end announce code. */
const readRstParagraph = (
  lines: readonly string[],
  at: number,
  place: LightweightPlace,
  context: RestructuredTextContext,
): number => {
  let end = at
  while (end < lines.length && lines[end] !== '' && (end === at || !/^\.\.\s/.test(itemAt(lines, end)))) end += 1
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join(' ')
  const announces = text.endsWith('::')
  // Colons that are alone are not shown; of those behind a word, one is.
  const before = text.slice(0, -2)
  const shown = announces ? (/\S$/.test(before) ? `${before}:` : before.trimEnd()) : text
  addRestructuredTextInline(place, shown, context)
  place.writer.flush()
  return announces ? readRstLiteral(lines, end, place) : end
}

export const readRestructuredTextBlocks = blockReader(rstBlockReaders, readRstParagraph)
