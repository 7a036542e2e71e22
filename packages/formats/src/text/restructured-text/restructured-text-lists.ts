import type { NumberStyle } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { itemBlocks } from '../../flow/held.ts'
import { itemNumber } from '../../flow/item-number.ts'
import { maxLevel } from '../../flow/writer.ts'
import { continued, dedented, endOfIndented, indentOf } from '../lightweight/lightweight-lines.ts'
import { inner } from '../lightweight/lightweight-blocks.ts'
import { restructuredTextBlocksIn, type RestructuredTextReader } from './restructured-text-context.ts'

const rstBulletPattern = /^([-*+•‣⁃])(\s+|$)/
const rstEnumeratorPattern = /^(\(?(?:\d{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,10}|#)[.)])\s+(?=\S)/

/** A list: its items are what is indented behind their marks. */
export const restructuredTextList: RestructuredTextReader = (lines, at, place, context) => {
  const { writer } = place
  const isItem = (line: string): boolean => rstBulletPattern.test(line) || rstEnumeratorPattern.test(line)
  if (!isItem(itemAt(lines, at))) return null
  // “A. Einstein” is a name: a line that goes on without indentation is none of a list.
  if (rstBulletPattern.exec(itemAt(lines, at)) === null && !isListed(lines, at)) return null
  const depth = Math.min(place.list + 1, maxLevel)
  let next = at
  let number = 0
  let style: NumberStyle | undefined
  while (next < lines.length) {
    const line = itemAt(lines, next)
    const mark = rstBulletPattern.exec(line) ?? rstEnumeratorPattern.exec(line)
    if (mark === null || rstBulletPattern.test(line) !== rstBulletPattern.test(itemAt(lines, at))) break
    number += 1
    const end = endOfIndented(lines, next + 1, 1)
    const [, sign = ''] = mark
    const marker = rstBulletPattern.test(line) ? '•' : sign.replace('#', String(number))
    const content = dedented([' '.repeat(mark[0].length) + line.slice(mark[0].length), ...lines.slice(next + 1, end)])
    const numbering = itemNumber(marker, style)
    style = numbering?.style
    const item = { type: 'list_item', level: depth, marker, ...(numbering !== undefined && { numbering }) } as const
    writer.push(...itemBlocks(item, restructuredTextBlocksIn(content, place, context, depth), place.depth))
    next = end
    while (next < lines.length && lines[next] === '') next += 1
  }
  return next
}

const isListed = (lines: readonly string[], at: number): boolean => {
  const next = lines[at + 1] ?? ''
  return next === '' || indentOf(next) > 0 || rstEnumeratorPattern.test(next)
}

/** Fields, as in the head of a document or of a description: each a label and a value. */
export const fieldLists: RestructuredTextReader = (lines, at, place, context) => {
  const field = /^:((?:[^:\\]|\\.|:(?!\s|$)){1,200}):(?:\s+(.*))?$/
  if (!field.test(itemAt(lines, at))) return null
  let next = at
  while (next < lines.length) {
    const [, name, value = ''] = field.exec(itemAt(lines, next)) ?? []
    if (name === undefined) break
    const end = endOfIndented(lines, next + 1)
    place.writer.flush()
    for (const { text, ...look } of context.readInline(`${name}: `, { bold: true })) place.writer.add(text, look)
    context.read(continued(value, lines.slice(next + 1, end)), inner(place), context)
    next = end
  }
  return next
}

/** A term with what explains it, indented below. */
export const definition: RestructuredTextReader = (lines, at, place, context) => {
  const next = lines[at + 1] ?? ''
  if (indentOf(itemAt(lines, at)) > 0 || next === '' || indentOf(next) === 0 || itemAt(lines, at).endsWith('::'))
    return null
  const end = endOfIndented(lines, at + 1)
  place.writer.flush()
  for (const { text, ...look } of context.readInline(itemAt(lines, at), { bold: true })) place.writer.add(text, look)
  place.writer.flush()
  context.read(dedented(lines.slice(at + 1, end)), inner(place), context)
  return end
}
