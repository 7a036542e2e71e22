import { itemAt } from '@polyparse/document/items'
import type { FlowBlock } from '../../flow/flow.ts'
import { itemBlocks } from '../../flow/held.ts'
import { numberedItem, itemNumber } from '../../flow/item-number.ts'
import { maxLevel, written } from '../../flow/writer.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import { addAsciidocInline, type AsciidocContext } from './asciidoc-context.ts'
import { type Intent, nothingIntended, intentOf } from './intent.ts'

type ReadOne = (
  lines: readonly string[],
  at: number,
  intent: Intent,
  place: LightweightPlace,
  context: AsciidocContext,
) => number

const itemMark = /^\s*(-|\*{1,6}|\.{1,6}|\d{1,9}\.|[a-z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,4}|\.)>)\s+(?=\S)/
const term = /^\s*(\S.{0,1000}?)(:{2,4}|;;)(?:\s+(.*))?$/

/**
 * A list with those in it, whose marks differ from those around it, and what is attached to its items; null where none
 * begins. Returns the line behind it.
 */
export const readList = (
  lines: readonly string[],
  from: number,
  place: LightweightPlace,
  context: AsciidocContext,
  readOne: ReadOne,
): number | null => {
  const kindOf = (line: string): string | null => {
    const sign = itemMark.exec(line)?.[1]
    if (sign !== undefined)
      return sign
        .replace(/^\d+/, '1')
        .replace(/^[a-z]\./, 'a.')
        .replace(/^[ivxIVX]+\)/, 'i)')
        .replace(/^<.*/, '<')
    return term.exec(line)?.[2] ?? null
  }
  if (kindOf(itemAt(lines, from)) === null) return null
  /** The lists that are open, the outermost first, each with the number of its items. */
  const open: { readonly kind: string; count: number }[] = []
  let at = from
  while (at < lines.length) {
    const line = itemAt(lines, at)
    const kind = kindOf(line)
    if (kind === null) break
    const known = open.findIndex((one) => one.kind === kind)
    if (known === -1) open.push({ kind, count: 0 })
    else open.splice(known + 1)
    const list = open.at(-1)
    if (list !== undefined) list.count += 1
    at = item(lines, at, open, place, context, readOne)
    // A list goes on behind blank lines.
    let next = at
    while (lines[next] === '') next += 1
    if (next > at && kindOf(lines[next] ?? '') !== null) at = next
  }
  place.writer.end()
  return at
}

const item = (
  lines: readonly string[],
  from: number,
  open: readonly { readonly kind: string; readonly count: number }[],
  place: LightweightPlace,
  context: AsciidocContext,
  readOne: ReadOne,
): number => {
  const { writer } = place
  const line = itemAt(lines, from)
  const mark = itemMark.exec(line)
  const level = Math.min(place.list + open.length, maxLevel)
  let at = from + 1
  const own: string[] = []
  let first = line.slice(mark?.[0].length ?? 0)
  if (mark === null) {
    const [, name = '', , rest = ''] = term.exec(line) ?? []
    writer.end()
    for (const { text, ...look } of context.readInline(name, { bold: true })) writer.add(text, look)
    writer.flush()
    // The explanation of a term may be below it.
    while (rest === '' && lines[at] === '' && isAsciidocItemText(lines[at + 1])) at += 1
    first = rest
  }
  const [, box] = /^\[([ xX*])\]\s+/.exec(first) ?? []
  own.push(box === undefined ? first : `${box === ' ' ? '[ ]' : '[x]'} ${first.slice(4).trim()}`)
  while (isAsciidocItemText(lines[at])) {
    own.push(itemAt(lines, at))
    at += 1
  }
  const text = own.map((one) => (/\s\+$/.test(one) ? `${one.slice(0, -2).trim()}\n` : `${one.trim()} `)).join('')
  const read = (inside: LightweightPlace): void => {
    addAsciidocInline(inside, text.trimEnd(), context)
    inside.writer.flush()
    at = attached(lines, at, { ...inside, list: level, depth: place.depth + 1 }, context, readOne)
  }
  if (mark === null) read(place)
  else {
    const held = written((inner) => read({ ...place, writer: inner }))
    writer.push(
      ...itemBlocks({ type: 'list_item', level, ...markerOfAsciidocItem(mark[1] ?? '', open) }, held, place.depth),
    )
  }
  return at
}

/** Tells whether a line goes on with the text of an item. */
const isAsciidocItemText = (line: string | undefined): boolean =>
  line !== undefined &&
  line !== '' &&
  line !== '+' &&
  !itemMark.test(line) &&
  !term.test(line) &&
  !/^(?:-{4,}|\.{4,}|={2,}.*|\*{4,}|_{4,}|\+{4,}|\/\/.*|--|`{3}.*|[|,:]={3,}|\[.{1,2000}\]|(?:image|include|endif|ifdef)::.*)$/.test(
    line,
  )

/** Blocks that a plus sign on a line of its own attaches to an item. */
const attached = (
  lines: readonly string[],
  from: number,
  place: LightweightPlace,
  context: AsciidocContext,
  readOne: ReadOne,
): number => {
  let at = from
  while (lines[at] === '+') {
    let intent = nothingIntended
    at += 1
    for (let more = intentOf(lines[at] ?? '', intent); more !== null; more = intentOf(lines[at] ?? '', intent)) {
      intent = more
      at += 1
    }
    if (at >= lines.length || lines[at] === '') break
    at = readOne(lines, at, intent, place, context)
  }
  return at
}

/** The styles of lists at each depth below which another begins. */
const styles = ['decimal', 'lower_letter', 'lower_roman', 'upper_letter', 'upper_roman'] as const

const markerOfAsciidocItem = (
  sign: string,
  open: readonly { readonly kind: string; readonly count: number }[],
): Pick<FlowBlock, 'marker' | 'numbering'> => {
  const count = open.at(-1)?.count ?? 1
  if (/^[-*]/.test(sign)) return { marker: '•' }
  if (sign.startsWith('.')) return numberedItem(count, itemAt(styles, (sign.length - 1) % styles.length))
  const marker = sign.startsWith('<') ? `${sign === '<.>' ? count : sign.slice(1, -1)}.` : sign
  const numbering = itemNumber(marker, sign.endsWith(')') ? 'lower_roman' : undefined)
  return { marker, ...(numbering !== undefined && { numbering }) }
}
