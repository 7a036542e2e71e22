import { quoteBlocks } from '../../flow/held.ts'
import { written } from '../../flow/writer.ts'
import { dedented, lineOfMark } from '../lightweight/lines.ts'
import type { Place } from '../lightweight/blocks.ts'
import { addInline, type Context, type Reader } from './context.ts'
import { type Intent, nothingIntended, intentOf, nameIn, nameOfTitle } from './intent.ts'
import { macro } from './macros.ts'
import { code, formula } from './verbatim.ts'
import { readList } from './lists.ts'
import { readTable } from './table.ts'

/** Blocks within blocks; deeper ones are paragraphs. */
const maxDepth = 60

export const readBlocks = (lines: readonly string[], place: Place, context: Context): void => {
  let intent = nothingIntended
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const more = line === '' ? null : intentOf(line, intent)
    if (more !== null) {
      intent = more
      const name = nameIn(line)
      place.writer.flush()
      if (name !== null) place.writer.name(name)
    }
    if (line === '' || more !== null) {
      at += 1
      continue
    }
    at = readOne(lines, at, intent, place, context)
    intent = nothingIntended
  }
  place.writer.flush()
}

/** Reads one block, and returns the line behind it. */
export const readOne = (
  lines: readonly string[],
  at: number,
  intent: Intent,
  place: Place,
  context: Context,
): number => {
  if (place.depth < maxDepth)
    for (const reader of readers) {
      const end = reader(lines, at, intent, place, context)
      if (end !== null) return end
    }
  return paragraph(lines, at, intent, place, context)
}

const label = (title: string, place: Place, context: Context): void => {
  if (title === '') return
  place.writer.flush()
  for (const { text, ...look } of context.readInline(title, { bold: true })) place.writer.add(text, look)
  place.writer.flush()
}

const comment: Reader = (lines, at) => (/^\/\/(?!\/)/.test(lines[at] ?? '') ? at + 1 : null)

/** Conditions are not decided: what they enclose is read. */
const condition: Reader = (lines, at) =>
  /^(?:ifdef|ifndef|ifeval|endif)::\S*\[.*\]$/.test(lines[at] ?? '') ? at + 1 : null

const rule: Reader = (lines, at) => (/^(?:'{3,}|<<<|-{3}|\*{3})$/.test(lines[at] ?? '') ? at + 1 : null)

const attribute: Reader = (lines, at, _, __, { attributes }) => {
  const [, name, value = ''] = /^:(!?[\w-]{1,100}!?):(?:\s+(.*))?$/.exec(lines[at] ?? '') ?? []
  if (name === undefined) return null
  attributes.set(name.toLowerCase(), value)
  return at + 1
}

/** A heading by its signs, or by the line below it. */
const heading: Reader = (lines, at, { style }, place, context) => {
  const [, signs = '', rest = ''] = /^(={1,6}|#{1,6})\s+(.*)$/.exec(lines[at] ?? '') ?? []
  // The signs may stand behind the title, too.
  const text = signs !== '' && rest.endsWith(` ${signs}`) ? rest.slice(0, -signs.length) : rest
  const below = signs === '' ? underlined(lines, at) : null
  if (signs === '' && below === null) return null
  const level = Math.max(1, below ?? signs.length - 1)
  const isOwn = style === 'discrete' || style === 'float'
  place.writer.flush()
  place.writer.name(nameOfTitle(below === null ? text : (lines[at] ?? '')))
  place.writer.block({ type: 'heading', level: isOwn ? Math.max(2, level) : level }, () =>
    addInline(place, below === null ? text : (lines[at] ?? ''), context),
  )
  return at + (below === null ? 1 : 2)
}

/** The level of a title with a line below it, which is as long, or nearly so. */
export const underlined = (lines: readonly string[], at: number): number | null => {
  const [title = '', line = ''] = [lines[at], lines[at + 1]]
  const sign = /^(?=.{1,2000}$)([-=~^+])\1+$/.exec(line)?.[1]
  const isNear = Math.abs(title.length - line.length) <= 2 && line.length >= 3
  return sign === undefined || !isNear || !/^[\p{L}\p{N}]/u.test(title) ? null : '=-~^+'.indexOf(sign)
}

const admonitions = /^(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING)$/

/** What a block is about: a note to the reader, or its title. */
const announce = ({ style, title }: Intent, place: Place, context: Context): void => {
  if (admonitions.test(style)) label(style.slice(0, 1) + style.slice(1).toLowerCase(), place, context)
  label(title, place, context)
}

/** What stands between two lines that are the same. */
const delimited: Reader = (lines, at, intent, place, context) => {
  const mark = lines[at] ?? ''
  const sign = mark.length >= 4 ? mark.charAt(0) : ''
  if (!delimiter.test(mark)) return null
  const end = lineOfMark(lines, at + 1, mark.startsWith('```') ? '```' : mark)
  if (end === -1) return null
  const content = lines.slice(at + 1, end)
  place.writer.flush()
  if (/^[|,:!]=/.test(mark)) {
    if (intent.title !== '') place.writer.block({ type: 'caption' }, () => addInline(place, intent.title, context))
    readTable(content, mark.slice(0, 1).replace('!', '|'), intent, place, context, readBlocks)
  } else if (sign === '/') return end + 1
  else if (sign === '+' && !/^(?:stem|latexmath|asciimath)$/.test(intent.style)) context.omitted += 1
  else if (sign === '+') formula(content, place)
  else if (
    sign === '-' ||
    sign === '.' ||
    mark.startsWith('```') ||
    /^(?:source|listing|literal)$/.test(intent.style)
  ) {
    if (intent.title !== '') place.writer.block({ type: 'caption' }, () => addInline(place, intent.title, context))
    code(content, place)
  } else {
    announce(intent, place, context)
    const read = (inside: Place): void => {
      if (intent.style === 'verse') verse(content, inside, context)
      else readBlocks(content, { ...inside, depth: place.depth + 1 }, context)
      attribution(intent, inside, context)
    }
    if (sign === '_' || isQuote(intent)) quoted(place, read)
    else read(place)
  }
  return end + 1
}

const delimiter = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3}.*|[|,:!]={3,})$/

const verse = (lines: readonly string[], place: Place, context: Context): void => {
  for (const [index, line] of lines.entries()) {
    if (index > 0) place.writer.add('\n')
    addInline(place, line, context)
  }
  place.writer.flush()
}

const isQuote = ({ style }: Intent): boolean => style === 'quote' || style === 'verse'

/** A quote of what is written there. */
const quoted = (place: Place, write: (inside: Place) => void): void =>
  place.writer.push(
    ...quoteBlocks(
      written((writer) => write({ ...place, writer, list: 0 })),
      place.depth,
    ),
  )

/** Who said what a quote says. */
const attribution = (intent: Intent, place: Place, context: Context): void => {
  const told = isQuote(intent) ? intent.positional.slice(1).join(', ') : ''
  if (told !== '') place.writer.block({ type: 'paragraph' }, () => addInline(place, `— ${told}`, context))
}

/** Indented text is kept as it is. */
const literal: Reader = (lines, at, { style }, place) => {
  if (!/^\s/.test(lines[at] ?? '') || style === 'normal') return null
  let end = at
  while (end < lines.length && lines[end] !== '') end += 1
  place.writer.push({ type: 'code', text: dedented(lines.slice(at, end)).join('\n') })
  return end
}

const list: Reader = (lines, at, _, place, context) => readList(lines, at, place, context, readOne)

const readers: readonly Reader[] = [comment, condition, delimited, rule, attribute, heading, macro, list, literal]

/** What ends a paragraph: a blank line, the mark of a block, what is said of the next block. */
const endsParagraph =
  /^$|^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3}.*|[|,:!]={3,})$|^\+$|^\[.{0,2000}\]$|^(?:ifdef|ifndef|ifeval|endif|include)::/

/** Text up to a blank line or a block that begins without one. */
const paragraph: (...read: Parameters<Reader>) => number = (lines, at, intent, place, context) => {
  let end = at + 1
  while (end < lines.length && !endsParagraph.test(lines[end] ?? '')) end += 1
  const own = lines.slice(at, end).filter((line) => !/^\/\/(?!\/)/.test(line))
  const [first = ''] = own
  const [, note = ''] = /^(NOTE|TIP|IMPORTANT|CAUTION|WARNING):\s/.exec(first) ?? []
  if (/^(?:source|listing|literal)$/.test(intent.style)) {
    code(own, place)
    return end
  }
  announce(note === '' ? intent : { ...intent, style: note }, place, context)
  const shown = note === '' ? own : [first.slice(note.length + 1).trim(), ...own.slice(1)]
  const read = (inside: Place): void => {
    if (intent.style === 'verse') verse(shown, inside, context)
    else text(shown, inside, context)
    attribution(intent, inside, context)
  }
  if (isQuote(intent)) quoted(place, read)
  else read(place)
  return end
}

/** Lines as one text; a plus sign at the end of one keeps its end. */
export const text = (lines: readonly string[], place: Place, context: Context): void => {
  const joined = lines
    .map((line) => (/\s\+$/.test(line) ? `${line.slice(0, -2).trim()}\n` : `${line.trim()} `))
    .join('')
  addInline(place, joined.trimEnd(), context)
  place.writer.flush()
}
