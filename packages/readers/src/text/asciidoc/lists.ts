import { formatListNumber } from '../../flow/list-number.ts'
import { maxLevel } from '../../flow/writer.ts'
import { addInline, type Context, type Intent, nothingIntended, type Place } from './context.ts'
import { intentOf } from './intent.ts'

type ReadOne = (lines: readonly string[], at: number, intent: Intent, place: Place, context: Context) => number

const itemMark = /^\s*(-|\*{1,6}|\.{1,6}|\d{1,9}\.|[a-z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,4}|\.)>)\s+(?=\S)/
const term = /^\s*(\S.{0,1000}?)(:{2,4}|;;)(?:\s+(.*))?$/

/** The marks of lists at each depth below which another list begins. */
const formats = ['1', 'a', 'i', 'A', 'I']

/**
 * A list with those in it, whose marks differ from those around it, and what is attached to its items; null where none
 * begins. Returns the line behind it.
 */
export const readList = (
  lines: readonly string[],
  from: number,
  place: Place,
  context: Context,
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
  if (kindOf(lines[from] ?? '') === null) return null
  /** The lists that are open, the outermost first, each with the number of its items. */
  const open: { readonly kind: string; count: number }[] = []
  let at = from
  while (at < lines.length) {
    const line = lines[at] ?? ''
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
  place: Place,
  context: Context,
  readOne: ReadOne,
): number => {
  const { writer } = place
  const line = lines[from] ?? ''
  const mark = itemMark.exec(line)
  const level = Math.min(place.list + open.length, maxLevel)
  let at = from + 1
  let first = line.slice(mark?.[0].length ?? 0)
  if (mark === null) {
    const [, name = '', , rest = ''] = term.exec(line) ?? []
    writer.end()
    for (const { text, ...look } of context.readInline(name, { bold: true })) writer.add(text, look)
    writer.flush()
    // What explains a term may stand below it.
    while (rest === '' && lines[at] === '' && isText(lines[at + 1])) at += 1
    first = rest
  } else writer.begin({ type: 'list_item', level, marker: markerOf(mark[1] ?? '', open) })
  const [, box] = /^\[([ xX*])\]\s+/.exec(first) ?? []
  const own = [box === undefined ? first : `${box === ' ' ? '[ ]' : '[x]'} ${first.slice(4).trim()}`]
  while (isText(lines[at])) {
    own.push(lines[at] ?? '')
    at += 1
  }
  const text = own.map((one) => (/\s\+$/.test(one) ? `${one.slice(0, -2).trim()}\n` : `${one.trim()} `)).join('')
  addInline(place, text.trimEnd(), context)
  writer.flush()
  return attached(lines, at, { ...place, list: level, depth: place.depth + 1 }, context, readOne)
}

/** Whether a line goes on with the text of an item. */
const isText = (line: string | undefined): boolean =>
  line !== undefined &&
  line !== '' &&
  line !== '+' &&
  !itemMark.test(line) &&
  !term.test(line) &&
  !/^(?:-{4,}|\.{4,}|={2,}.*|\*{4,}|_{4,}|\+{4,}|\/\/.*|--|`{3}.*|[|,:]={3,}|\[.{1,2000}\]|(?:image|include|endif|ifdef)::.*)$/.test(
    line,
  )

/** Blocks that a plus sign on a line of its own attaches to an item. */
const attached = (lines: readonly string[], from: number, place: Place, context: Context, readOne: ReadOne): number => {
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

const markerOf = (sign: string, open: readonly { readonly kind: string; readonly count: number }[]): string => {
  const count = open.at(-1)?.count ?? 1
  if (/^[-*]/.test(sign)) return '•'
  if (sign.startsWith('<')) return `${sign === '<.>' ? count : sign.slice(1, -1)}.`
  if (!sign.startsWith('.')) return sign
  return `${formatListNumber(count, formats[(sign.length - 1) % formats.length] ?? '1')}.`
}
