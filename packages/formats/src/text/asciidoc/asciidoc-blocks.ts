import { itemAt } from '@polyparse/document/items'
import { quoteBlocks } from '../../flow/held.ts'
import { written } from '../../flow/writer.ts'
import { dedented, lineOfMark } from '../lightweight/lightweight-lines.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import { addAsciidocInline, type AsciidocContext, type AsciidocReader } from './asciidoc-context.ts'
import { type Intent, nothingIntended, intentOf, nameInMacro, nameOfTitle } from './intent.ts'
import { macro } from './macros.ts'
import { asciidocCode, asciidocFormula } from './verbatim.ts'
import { readList } from './asciidoc-lists.ts'
import { readAsciidocTable } from './asciidoc-table.ts'

/** Blocks within blocks; deeper ones are paragraphs. */
const maxAsciidocBlockDepth = 60

export const readAsciidocBlocks = (
  lines: readonly string[],
  place: LightweightPlace,
  context: AsciidocContext,
): void => {
  let intent = nothingIntended
  for (let at = 0; at < lines.length;) {
    const line = itemAt(lines, at)
    const more = line === '' ? null : intentOf(line, intent)
    if (more !== null) {
      intent = more
      const name = nameInMacro(line)
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
  place: LightweightPlace,
  context: AsciidocContext,
): number => {
  if (place.depth < maxAsciidocBlockDepth)
    for (const reader of asciidocBlockReaders) {
      const end = reader(lines, at, intent, place, context)
      if (end !== null) return end
    }
  return readAsciidocParagraph(lines, at, intent, place, context)
}

const writeAsciidocLabel = (title: string, place: LightweightPlace, context: AsciidocContext): void => {
  if (title === '') return
  place.writer.flush()
  for (const { text, ...look } of context.readInline(title, { bold: true })) place.writer.add(text, look)
  place.writer.flush()
}

const comment: AsciidocReader = (lines, at) => (/^\/\/(?!\/)/.test(itemAt(lines, at)) ? at + 1 : null)

/** Conditions are not decided: what they enclose is read. */
const condition: AsciidocReader = (lines, at) =>
  /^(?:ifdef|ifndef|ifeval|endif)::\S*\[.*\]$/.test(itemAt(lines, at)) ? at + 1 : null

const readAsciidocBreak: AsciidocReader = (lines, at) =>
  /^(?:'{3,}|<<<|-{3}|\*{3})$/.test(itemAt(lines, at)) ? at + 1 : null

const attribute: AsciidocReader = (lines, at, _, __, { attributes }) => {
  const [, name, value = ''] = /^:(!?[\w-]{1,100}!?):(?:\s+(.*))?$/.exec(itemAt(lines, at)) ?? []
  if (name === undefined) return null
  attributes.set(name.toLowerCase(), value)
  return at + 1
}

/** A heading by its signs, or by the line below it. */
const readAsciidocHeading: AsciidocReader = (lines, at, { style }, place, context) => {
  const [, signs = '', rest = ''] = /^(={1,6}|#{1,6})\s+(.*)$/.exec(itemAt(lines, at)) ?? []
  // The signs may be behind the title, too.
  const text = signs !== '' && rest.endsWith(` ${signs}`) ? rest.slice(0, -signs.length) : rest
  const below = signs === '' ? underlined(lines, at) : null
  if (signs === '' && below === null) return null
  const level = Math.max(1, below ?? signs.length - 1)
  const isOwn = style === 'discrete' || style === 'float'
  place.writer.flush()
  place.writer.name(nameOfTitle(below === null ? text : itemAt(lines, at)))
  place.writer.block({ type: 'heading', level: isOwn ? Math.max(2, level) : level }, () =>
    addAsciidocInline(place, below === null ? text : itemAt(lines, at), context),
  )
  return at + (below === null ? 1 : 2)
}

/**
 * The level of a title with a line below it, which is as long, or nearly so.
 * @example underlined(['Fares', '-----'], 0) // 1
 */
export const underlined = (lines: readonly string[], at: number): number | null => {
  const [title = '', line = ''] = [lines[at], lines[at + 1]]
  const sign = /^(?=.{1,2000}$)([-=~^+])\1+$/.exec(line)?.[1]
  const isNear = Math.abs(title.length - line.length) <= 2 && line.length >= 3
  return sign === undefined || !isNear || !/^[\p{L}\p{N}]/u.test(title) ? null : '=-~^+'.indexOf(sign)
}

const asciidocAdmonitionPattern = /^(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING)$/

/** Returns what a block is about: a note to the reader, or its title. */
const announce = ({ style, title }: Intent, place: LightweightPlace, context: AsciidocContext): void => {
  if (asciidocAdmonitionPattern.test(style))
    writeAsciidocLabel(style.slice(0, 1) + style.slice(1).toLowerCase(), place, context)
  writeAsciidocLabel(title, place, context)
}

/** Reads the lines between two that are the same. */
const delimited: AsciidocReader = (lines, at, intent, place, context) => {
  const mark = itemAt(lines, at)
  const sign = mark.length >= 4 ? mark.charAt(0) : ''
  if (!delimiter.test(mark)) return null
  const end = lineOfMark(lines, at + 1, mark.startsWith('```') ? '```' : mark)
  if (end === -1) return null
  const content = lines.slice(at + 1, end)
  place.writer.flush()
  if (/^[|,:!]=/.test(mark)) {
    if (intent.title !== '')
      place.writer.block({ type: 'caption' }, () => addAsciidocInline(place, intent.title, context))
    readAsciidocTable(content, mark.slice(0, 1).replace('!', '|'), intent, place, context, readAsciidocBlocks)
  } else if (sign === '/') return end + 1
  else if (sign === '+' && !/^(?:stem|latexmath|asciimath)$/.test(intent.style)) context.omitted += 1
  else if (sign === '+') asciidocFormula(content, place)
  else if (
    sign === '-' ||
    sign === '.' ||
    mark.startsWith('```') ||
    /^(?:source|listing|literal)$/.test(intent.style)
  ) {
    if (intent.title !== '')
      place.writer.block({ type: 'caption' }, () => addAsciidocInline(place, intent.title, context))
    asciidocCode(content, place)
  } else {
    announce(intent, place, context)
    const read = (inside: LightweightPlace): void => {
      if (intent.style === 'verse') verse(content, inside, context)
      else readAsciidocBlocks(content, { ...inside, depth: place.depth + 1 }, context)
      attribution(intent, inside, context)
    }
    if (sign === '_' || isQuote(intent)) writeAsciidocQuote(place, read)
    else read(place)
  }
  return end + 1
}

const delimiter = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3}.*|[|,:!]={3,})$/

const verse = (lines: readonly string[], place: LightweightPlace, context: AsciidocContext): void => {
  for (const [index, line] of lines.entries()) {
    if (index > 0) place.writer.add('\n')
    addAsciidocInline(place, line, context)
  }
  place.writer.flush()
}

const isQuote = ({ style }: Intent): boolean => style === 'quote' || style === 'verse'

/** A quote of what is written there. */
const writeAsciidocQuote = (place: LightweightPlace, write: (inside: LightweightPlace) => void): void =>
  place.writer.push(
    ...quoteBlocks(
      written((writer) => write({ ...place, writer, list: 0 })),
      place.depth,
    ),
  )

/** Writes the source of a quotation. */
const attribution = (intent: Intent, place: LightweightPlace, context: AsciidocContext): void => {
  const told = isQuote(intent) ? intent.positional.slice(1).join(', ') : ''
  if (told !== '') place.writer.block({ type: 'paragraph' }, () => addAsciidocInline(place, `— ${told}`, context))
}

/** Indented text is kept as it is. */
const readAsciidocLiteral: AsciidocReader = (lines, at, { style }, place) => {
  if (!/^\s/.test(itemAt(lines, at)) || style === 'normal') return null
  let end = at
  while (end < lines.length && lines[end] !== '') end += 1
  place.writer.push({ type: 'code', text: dedented(lines.slice(at, end)).join('\n') })
  return end
}

const readAsciidocList: AsciidocReader = (lines, at, _, place, context) => readList(lines, at, place, context, readOne)

const asciidocBlockReaders: readonly AsciidocReader[] = [
  comment,
  condition,
  delimited,
  readAsciidocBreak,
  attribute,
  readAsciidocHeading,
  macro,
  readAsciidocList,
  readAsciidocLiteral,
]

/** Matches what ends a paragraph: a blank line, the mark of a block, what is said of the next block. */
const endsParagraph =
  /^$|^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3}.*|[|,:!]={3,})$|^\+$|^\[.{0,2000}\]$|^(?:ifdef|ifndef|ifeval|endif|include)::/

/** Text up to a blank line or a block that begins without one. */
const readAsciidocParagraph: (...read: Parameters<AsciidocReader>) => number = (lines, at, intent, place, context) => {
  let end = at + 1
  while (end < lines.length && !endsParagraph.test(itemAt(lines, end))) end += 1
  const own = lines.slice(at, end).filter((line) => !/^\/\/(?!\/)/.test(line))
  const [first = ''] = own
  const [, note = ''] = /^(NOTE|TIP|IMPORTANT|CAUTION|WARNING):\s/.exec(first) ?? []
  if (/^(?:source|listing|literal)$/.test(intent.style)) {
    asciidocCode(own, place)
    return end
  }
  announce(note === '' ? intent : { ...intent, style: note }, place, context)
  const shown = note === '' ? own : [first.slice(note.length + 1).trim(), ...own.slice(1)]
  const read = (inside: LightweightPlace): void => {
    if (intent.style === 'verse') verse(shown, inside, context)
    else asciidocText(shown, inside, context)
    attribution(intent, inside, context)
  }
  if (isQuote(intent)) writeAsciidocQuote(place, read)
  else read(place)
  return end
}

/** Lines as one text; a plus sign at the end of one keeps its end. */
export const asciidocText = (lines: readonly string[], place: LightweightPlace, context: AsciidocContext): void => {
  const joined = lines
    .map((line) => (/\s\+$/.test(line) ? `${line.slice(0, -2).trim()}\n` : `${line.trim()} `))
    .join('')
  addAsciidocInline(place, joined.trimEnd(), context)
  place.writer.flush()
}
