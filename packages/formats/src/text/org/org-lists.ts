import type { NumberStyle } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { itemBlocks } from '../../flow/held.ts'
import { itemNumber } from '../../flow/item-number.ts'
import { maxLevel, written } from '../../flow/writer.ts'
import { continued, endOfIndented, indentOf } from '../lightweight/lightweight-lines.ts'
import { inner } from '../lightweight/lightweight-blocks.ts'
import type { OrgReader } from './org-context.ts'

const itemMark = /^(\s*)([-+]|(?<=\s)\*|\d{1,9}[.)]|[A-Za-z][.)])(?:\s+|$)(?:\[@\d{1,9}\]\s+)?(\[[ xX-]\]\s+)?/

/** A list: its items are what is indented behind their marks. */
export const orgList: OrgReader = (lines, at, place, context) => {
  const { writer } = place
  const indent = indentOf(itemAt(lines, at))
  const depth = Math.min(place.list + 1, maxLevel)
  let next = at
  let style: NumberStyle | undefined
  while (next < lines.length) {
    const line = itemAt(lines, next)
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
      context.read(content, { ...inner(place), list: depth }, context)
      writer.end()
    } else {
      const held = written((own) => {
        if (box !== '') own.add(/[xX]/.test(box) ? '[x] ' : '[ ] ')
        context.read(content, { writer: own, list: depth, depth: place.depth + 1 }, context)
      })
      const numbering = itemNumber(sign, style)
      style = numbering?.style
      const marker = numbering === undefined ? '•' : sign
      const item = { type: 'list_item', level: depth, marker, ...(numbering !== undefined && { numbering }) } as const
      writer.push(...itemBlocks(item, held, place.depth))
    }
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
