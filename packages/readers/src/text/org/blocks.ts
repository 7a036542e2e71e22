import { tableBlock } from '../../flow/flow.ts'
import { type MarkupCell, placeCells } from '../../flow/place-cells.ts'
import { maxLevel } from '../../flow/writer.ts'
import { formulaEnvironments, formulaOf } from '../latex/formulas.ts'
import { fullBudget } from '../latex/input.ts'
import { continued, dedented, endOfIndented, indentOf, lineOfMark } from '../lightweight/lines.ts'
import { addInline, type Context, type Place } from './context.ts'
import { isPicture } from './inline.ts'

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

/** A heading, without its state and priority, and what belongs to a part that is not to be shown. */
const heading: Reader = (lines, at, place, context) => {
  const [, stars = '', rest = ''] = /^(\*+)\s+(.*)$/.exec(lines[at] ?? '') ?? []
  if (stars === '') return null
  const tags = /\s:[\w@#%:]{1,200}:$/.exec(rest)?.[0] ?? ''
  const text = rest.slice(0, rest.length - tags.length)
  if (/^COMMENT\b/.test(text) || tags.includes(':noexport:')) {
    context.omitted += 1
    return endOfSection(lines, at + 1, stars.length)
  }
  const title = text.replace(/^(?:TODO|DONE|NEXT|WAITING|CANCELLED)\s+/, '').replace(/^\[#[A-Z\d]\]\s+/, '')
  place.writer.block({ type: 'heading', level: Math.min(stars.length, maxLevel) }, () =>
    addInline(place, title, context),
  )
  return at + 1
}

const endOfSection = (lines: readonly string[], from: number, level: number): number => {
  let end = from
  while (end < lines.length && !(/^\*+\s/.test(lines[end] ?? '') && (lines[end] ?? '').search(/[^*]/) <= level))
    end += 1
  return end
}

/** Properties of a section, and when it is planned for. */
const drawer: Reader = (lines, at) => {
  const line = (lines[at] ?? '').trim()
  if (/^(?:SCHEDULED|DEADLINE|CLOSED):\s*[<[]/.test(line)) return at + 1
  if (!/^:(?:PROPERTIES|LOGBOOK|[A-Z]{2,30}):$/.test(line)) return null
  for (let end = at + 1; end < lines.length && end < at + maxDrawer; end += 1)
    if (/^\s*:END:$/i.test(lines[end] ?? '')) return end + 1
  return null
}
/** Lines of a drawer. */
const maxDrawer = 500

const comment: Reader = (lines, at) => (/^\s*#(?:\s|$)/.test(lines[at] ?? '') ? at + 1 : null)
const rule: Reader = (lines, at) => (/^\s*-{5,}$/.test(lines[at] ?? '') ? at + 1 : null)

const keyword: Reader = (lines, at, _, context) => {
  const [, name = '', value = ''] = /^\s*#\+(\w[\w-]{0,60})(?:\[[^\]]{0,200}\])?:\s*(.*)$/.exec(lines[at] ?? '') ?? []
  if (name === '') return null
  const key = name.toLowerCase()
  if (key === 'caption') context.caption = value
  else if (key === 'include') context.outside.files.push(value.replace(/^"([^"]*)".*$/, '$1'))
  else context.keywords.set(key, [context.keywords.get(key), value].filter(Boolean).join(' '))
  return at + 1
}

const takeCaption = (place: Place, context: Context): string => {
  const text = context
    .readInline(context.caption)
    .map((run) => run.text)
    .join('')
  if (text !== '') place.writer.block({ type: 'caption' }, () => addInline(place, context.caption, context))
  context.caption = ''
  return text
}

/** What stands between `#+BEGIN_…` and `#+END_…`. */
const block: Reader = (lines, at, place, context) => {
  const [, name = ''] = /^\s*#\+begin_(\w{1,60})/i.exec(lines[at] ?? '') ?? []
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
  else readBlocks(dedented(content), inner(place), context)
  return end + 1
}

const lineBlock = (lines: readonly string[], place: Place, context: Context): void => {
  for (const [index, line] of lines.entries()) {
    if (index > 0) place.writer.add('\n')
    addInline(place, line, context)
  }
  place.writer.flush()
}

const fixedWidth: Reader = (lines, at, place) => {
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

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())

/** A table; what is above its first line is its header. */
const table: Reader = (lines, at, place, context) => {
  let end = at
  while (/^\s*\|/.test(lines[end] ?? '')) end += 1
  if (end === at) return null
  const caption = takeCaption(place, context)
  const rows = lines.slice(at, end).map((line) => line.trim())
  const isRule = (line: string): boolean => line.startsWith('|-')
  const firstRule = rows.findIndex((line, row) => row > 0 && isRule(line))
  const isHeaded = firstRule > 0 && rows.slice(firstRule).some((line) => !isRule(line))
  const cells = rows.flatMap((line, row): MarkupCell[][] => {
    const texts = isRule(line) ? [] : cellsOf(line)
    // A row of `<r>` and `<10>` says how columns are set.
    const isText = texts.some((text) => !/^(?:<[lrc]?\d*>)?$/.test(text)) || texts.every((text) => text === '')
    return isRule(line) || !isText
      ? []
      : [
          texts.map((text) => ({
            text: context
              .readInline(text.replaceAll('\\vert', '|'))
              .map((run) => run.text)
              .join(''),
            header: isHeaded && row < firstRule,
          })),
        ]
  })
  const placed = placeCells(cells, caption)
  if (placed !== null) place.writer.push(tableBlock(placed))
  return end
}

const itemMark = /^(\s*)([-+]|(?<=\s)\*|\d{1,9}[.)]|[A-Za-z][.)])(?:\s+|$)(?:\[@\d{1,9}\]\s+)?(\[[ xX-]\]\s+)?/

/** A list: its items are what is indented behind their marks. */
const list: Reader = (lines, at, place, context) => {
  const { writer } = place
  const indent = indentOf(lines[at] ?? '')
  const depth = Math.min(place.list + 1, maxLevel)
  let next = at
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const mark = itemMark.exec(line)
    if (mark === null || indentOf(line) !== indent) break
    const [whole, , sign = '', box = ''] = mark
    const end = endOfItem(lines, next + 1, indent)
    const own = line.slice(whole.length)
    const divide = /^[-+*]/.test(sign) ? own.search(/\s::(?:\s|$)/) : -1
    const term = divide === -1 ? undefined : own.slice(0, divide)
    const first = divide === -1 ? own : own.slice(divide + 3).trimStart()
    const content = continued(first, lines.slice(next + 1, end))
    if (term !== undefined) {
      writer.end()
      for (const { text, ...look } of context.readInline(`${term.trim()} `, { bold: true })) writer.add(text, look)
    } else {
      writer.begin({ type: 'list_item', level: depth, marker: /^[-+*]/.test(sign) ? '•' : sign })
      if (box !== '') writer.add(/[xX]/.test(box) ? '[x] ' : '[ ] ')
    }
    readBlocks(content, { ...inner(place), list: depth }, context)
    writer.end()
    next = end
    if (lines[next] === '' && lines[next + 1] !== '') next += 1
  }
  return next === at ? null : next
}

/** An item ends at a line that is indented no more than its mark, or at two blank lines. */
const endOfItem = (lines: readonly string[], from: number, indent: number): number => {
  const end = endOfIndented(lines, from, indent + 1)
  for (let at = from; at < end; at += 1) if (lines[at] === '' && lines[at + 1] === '') return at
  return end
}

const footnote: Reader = (lines, at, place, context) => {
  const [, name, text = ''] = /^\[fn:([\w-]{1,60})\]\s*(.*)$/.exec(lines[at] ?? '') ?? []
  if (name === undefined) return null
  let end = at + 1
  while (end < lines.length && lines[end] !== '' && !/^(?:\[fn:|\*+\s)/.test(lines[end] ?? '')) end += 1
  place.writer.block({ type: 'footnote' }, () =>
    addInline(place, [name, text, ...lines.slice(at + 1, end)].join(' '), context),
  )
  return end
}

/** Lines of a formula. */
const maxFormula = 200

/** A formula on lines of its own. */
const formula: Reader = (lines, at, place) => {
  const [, begin = '', name = ''] = /^\s*(\\begin\{(\w{1,20}\*?)\}|\\\[|\$\$)/.exec(lines[at] ?? '') ?? []
  if (begin === '' || (name !== '' && !Object.hasOwn(formulaEnvironments, name.replace('*', '')))) return null
  const mark = name === '' ? (begin === '$$' ? '$$' : '\\]') : `\\end{${name}}`
  const first = (lines[at] ?? '').indexOf(begin) + begin.length
  for (let end = at; end < Math.min(lines.length, at + maxFormula) && lines[end] !== ''; end += 1) {
    const close = (lines[end] ?? '').indexOf(mark, end === at ? first : 0)
    if (close === -1) continue
    const body = [...lines.slice(at, end), (lines[end] ?? '').slice(0, close)].join('\n').slice(first)
    const text = formulaOf(name === '' ? 'displaymath' : name, body, new Map(), fullBudget())
    if (text !== '') place.writer.push({ type: 'formula', text })
    return end + 1
  }
  return null
}

/** A picture on a line of its own. */
const picture: Reader = (lines, at, place, context) => {
  const [, address = ''] = /^\s*\[\[(?:file:)?([^[\]]{1,2000})\]\]$/.exec(lines[at] ?? '') ?? []
  if (!isPicture(address)) return null
  context.outside.images += 1
  place.writer.push({ type: 'picture', text: address })
  takeCaption(place, context)
  return at + 1
}

const readers: readonly Reader[] = [
  heading,
  drawer,
  block,
  keyword,
  comment,
  rule,
  table,
  fixedWidth,
  footnote,
  formula,
  picture,
  list,
]

const paragraph = (lines: readonly string[], at: number, place: Place, context: Context): number => {
  let end = at + 1
  while (end < lines.length && lines[end] !== '' && !begins.test(lines[end] ?? '')) end += 1
  for (const [index, line] of lines.slice(at, end).entries()) {
    if (index > 0) place.writer.add(' ')
    addInline(place, line.trim(), context)
  }
  place.writer.flush()
  return end
}

/** What ends a paragraph without a blank line. */
const begins = /^(?:\*+\s|\s*(?:#\+\w|\||[-+]\s|\d{1,9}[.)]\s|:(?:\s|$)|\\begin\{|\[fn:))/
