import { tableBlock } from '../../flow/flow.ts'
import { maxLevel } from '../../flow/writer.ts'
import { continued, dedented, endOfIndented, indentOf } from '../lightweight/lines.ts'
import { addInline, type Context, type Place } from './context.ts'
import { cellText, directiveOf, readDirective } from './directives.ts'
import { gridTable, isGridLine, isSimpleBorder, simpleTable } from './tables.ts'

/** Reads the blocks that begin at a line, or returns null; else the line behind them. */
type Reader = (lines: readonly string[], at: number, place: Place, context: Context) => number | null

/** Blocks within blocks; deeper ones are paragraphs. */
const maxDepth = 60

export const readBlocks = (lines: readonly string[], place: Place, context: Context): void => {
  for (let at = 0; at < lines.length;) {
    if (lines[at] === '') at += 1
    else at = readOne(lines, at, place, context)
  }
  place.writer.flush()
}

const readOne = (lines: readonly string[], at: number, place: Place, context: Context): number => {
  if (place.depth < maxDepth)
    for (const reader of readers) {
      const end = reader(lines, at, place, context)
      if (end !== null) return end
    }
  return paragraph(lines, at, place, context)
}

const inner = (place: Place): Place => ({ ...place, depth: place.depth + 1 })

/** A line of one sign, such as may stand below a title; a very long one is no such line. */
const adornment = /^(?=.{1,2000}$)([!-/:-@[-`{-~])\1*$/

/** A title, which is underlined, and may have the same line above it. */
const title: Reader = (lines, at, place, context) => {
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
  place.writer.block({ type: 'heading', level: Math.min(level, maxLevel) }, () =>
    addInline(place, (isOver ? second : first).trim(), context),
  )
  return at + (isOver ? 3 : 2)
}

const transition: Reader = (lines, at) =>
  adornment.test(lines[at] ?? '') && (lines[at] ?? '').length >= 4 && (lines[at + 1] ?? '') === '' ? at + 1 : null

/** What begins with two points: a directive, a note, a target, or a comment. */
const explicit: Reader = (lines, at, place, context) => {
  const line = lines[at] ?? ''
  if (!/^\.\.(?:\s|$)/.test(line)) return line.startsWith('__ ') ? at + 1 : null
  const end = endOfIndented(lines, at + 1)
  const rest = line.slice(2).trim()
  const below = lines.slice(at + 1, end)
  const [, name, argument = ''] = /^([A-Za-z][\w.+:-]{0,60}?)\s?::(?:\s+(.*))?$/.exec(rest) ?? []
  const [, note, text = ''] = /^\[([^\]]{1,100})\]\s*(.*)$/.exec(rest) ?? []
  const [, substitution] = /^\|[^|]{1,200}\|\s+([\w-]{1,60})::/.exec(rest) ?? []
  if (name !== undefined)
    readDirective(directiveOf(name.toLowerCase().replace(/^.*:(?=.)/, ''), argument, below), inner(place), context)
  else if (note !== undefined) footnote(note, continued(text, below), place, context)
  else if (substitution === 'image') context.outside.images += 1
  return Math.max(end, at + 1)
}

const footnote = (name: string, lines: readonly string[], place: Place, context: Context): void => {
  const { writer } = place
  const isNumber = /^(?:\d+|[#*])/.test(name)
  const mark = name === '#' ? context.nextNote() : name.replace(/^#/, '')
  writer.begin(isNumber ? { type: 'footnote' } : { type: 'list_item', level: 1, marker: `[${mark}]` })
  if (isNumber) writer.add(`${mark} `)
  context.read(lines, inner(place), context)
  writer.end()
}

const bullet = /^([-*+•‣⁃])(\s+|$)/
const enumerator = /^(\(?(?:\d{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,10}|#)[.)])\s+(?=\S)/

/** A list: its items are what is indented behind their marks. */
const list: Reader = (lines, at, place, context) => {
  const { writer } = place
  const isItem = (line: string): boolean => bullet.test(line) || enumerator.test(line)
  if (!isItem(lines[at] ?? '')) return null
  // “A. Einstein” is a name: a line that goes on without indentation is none of a list.
  if (bullet.exec(lines[at] ?? '') === null && !isListed(lines, at)) return null
  const depth = Math.min(place.list + 1, maxLevel)
  let next = at
  let number = 0
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const mark = bullet.exec(line) ?? enumerator.exec(line)
    if (mark === null || bullet.test(line) !== bullet.test(lines[at] ?? '')) break
    number += 1
    const end = endOfIndented(lines, next + 1, 1)
    const [, sign = ''] = mark
    const marker = bullet.test(line) ? '•' : sign.replace('#', String(number))
    const content = dedented([' '.repeat(mark[0].length) + line.slice(mark[0].length), ...lines.slice(next + 1, end)])
    writer.begin({ type: 'list_item', level: depth, marker })
    context.read(content, { ...inner(place), list: depth }, context)
    writer.end()
    next = end
    while (next < lines.length && lines[next] === '') next += 1
  }
  return next
}

const isListed = (lines: readonly string[], at: number): boolean => {
  const next = lines[at + 1] ?? ''
  return next === '' || indentOf(next) > 0 || enumerator.test(next)
}

/** Fields, as in the head of a document or of a description: each a label and a value. */
const fields: Reader = (lines, at, place, context) => {
  const field = /^:((?:[^:\\]|\\.|:(?!\s|$)){1,200}):(?:\s+(.*))?$/
  if (!field.test(lines[at] ?? '')) return null
  let next = at
  while (next < lines.length) {
    const [, name, value = ''] = field.exec(lines[next] ?? '') ?? []
    if (name === undefined) break
    const end = endOfIndented(lines, next + 1)
    place.writer.flush()
    for (const { text, ...look } of context.readInline(`${name}: `, { bold: true })) place.writer.add(text, look)
    context.read(continued(value, lines.slice(next + 1, end)), inner(place), context)
    next = end
  }
  return next
}

/** Code that is indented or quoted, behind `::`. */
const literal = (lines: readonly string[], from: number, place: Place): number => {
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
const session: Reader = (lines, at, place) => {
  if (!lines[at]?.startsWith('>>> ')) return null
  let end = at
  while (end < lines.length && lines[end] !== '') end += 1
  place.writer.push({ type: 'code', text: lines.slice(at, end).join('\n') })
  return end
}

/** Lines that stay lines. */
const lineBlock: Reader = (lines, at, place, context) => {
  if (!/^\|(?:\s|$)/.test(lines[at] ?? '')) return null
  const texts: string[] = []
  let next = at
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (/^\|(?:\s|$)/.test(line)) texts.push(line.slice(1).trim())
    else if (/^\s+\S/.test(line) && texts.length > 0) texts.push(`${texts.pop() ?? ''} ${line.trim()}`)
    else break
  }
  for (const [index, text] of texts.entries()) {
    if (index > 0) place.writer.add('\n')
    addInline(place, text, context)
  }
  place.writer.flush()
  return next
}

const quote: Reader = (lines, at, place, context) => {
  if (indentOf(lines[at] ?? '') === 0) return null
  const end = endOfIndented(lines, at)
  context.read(dedented(lines.slice(at, end)), inner(place), context)
  return end
}

const grid: Reader = (lines, at, place, context) => {
  if (!isGridLine(lines[at] ?? '')) return null
  let end = at
  while (end < lines.length && /^[+|]/.test(lines[end] ?? '')) end += 1
  const table = gridTable(lines.slice(at, end), (cell) => cellText(cell, place, context))
  if (table === null) return null
  place.writer.push(tableBlock(table))
  return end
}

/** A simple table ends with the border behind which nothing follows. */
const simple: Reader = (lines, at, place, context) => {
  if (!isSimpleBorder(lines[at] ?? '')) return null
  let borders = 1
  let end = at + 1
  for (; end < lines.length; end += 1) {
    if (!isSimpleBorder(lines[end] ?? '')) continue
    borders += 1
    if (borders === 3 || (lines[end + 1] ?? '') === '') break
  }
  if (end >= lines.length) return null
  const table = simpleTable(lines.slice(at, end + 1), (cell) => cellText(cell, place, context))
  if (table === null) return null
  place.writer.push(tableBlock(table))
  return end + 1
}

/** A term with what explains it, indented below. */
const definition: Reader = (lines, at, place, context) => {
  const next = lines[at + 1] ?? ''
  if (indentOf(lines[at] ?? '') > 0 || next === '' || indentOf(next) === 0 || (lines[at] ?? '').endsWith('::'))
    return null
  const end = endOfIndented(lines, at + 1)
  place.writer.flush()
  for (const { text, ...look } of context.readInline(lines[at] ?? '', { bold: true })) place.writer.add(text, look)
  place.writer.flush()
  context.read(dedented(lines.slice(at + 1, end)), inner(place), context)
  return end
}

const readers: readonly Reader[] = [
  grid,
  simple,
  title,
  transition,
  explicit,
  session,
  list,
  fields,
  lineBlock,
  quote,
  definition,
]

/** Text up to a blank line; two colons at its end announce code. */
const paragraph = (lines: readonly string[], at: number, place: Place, context: Context): number => {
  let end = at
  while (end < lines.length && lines[end] !== '' && (end === at || !/^\.\.\s/.test(lines[end] ?? ''))) end += 1
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join(' ')
  const announces = text.endsWith('::')
  // Colons that stand alone are not shown; of those behind a word, one is.
  const before = text.slice(0, -2)
  const shown = announces ? (/\S$/.test(before) ? `${before}:` : before.trimEnd()) : text
  addInline(place, shown, context)
  place.writer.flush()
  return announces ? literal(lines, end, place) : end
}
