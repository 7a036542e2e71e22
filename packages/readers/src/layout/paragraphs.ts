import { type Box, union } from '@polyparse/document'
import { textOfLine, type DraftBlock, type Line } from '../paged/draft.ts'
import type { TextLine } from './lines.ts'
import { markerOf } from '../language/list-markers.ts'
import type { Spacing } from './spacing.ts'

/** How a page is set: the size of most of its text, and the distance between lines of a size. */
export type Setting = { readonly bodySize: number; readonly spacing: Spacing }

/** The lines of a column as paragraphs, items of lists and code, from the top. */
export const groupLines = (lines: readonly TextLine[], setting: Setting): DraftBlock[] => {
  const column = union(lines.map(({ box }) => box))
  if (column === null) return []
  const groups: TextLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (group !== undefined && continues(group, line, setting, column)) group.push(line)
    else groups.push([line])
  }
  return withLevels(
    groups.flatMap((group) => splitLoose(group, setting, column)).map((group) => toBlock(group, setting)),
  )
}

const continues = (
  group: readonly TextLine[],
  line: TextLine,
  { spacing, bodySize }: Setting,
  column: Box,
): boolean => {
  const [first] = group
  const above = group.at(-1)
  if (first === undefined || above === undefined) return false
  const size = Math.max(above.size, line.size)
  const step = line.baseline - above.baseline
  if (isCode(above) !== isCode(line)) return false
  if (isCode(above)) return step < spacing(size) * 2.6 && Math.abs(above.size - line.size) < 0.5
  if (Math.abs(mainSizeOf(above) - mainSizeOf(line)) > Math.max(0.6, size * 0.07)) return false
  if (step > spacing(size) * 1.2 + 0.5 || step < 0) return false
  if (isSetApart(above, line)) return false
  if (isBold(above) !== isBold(line) && (isBold(line) || group.every(isBold))) return false
  if (line.size < bodySize * 1.15 && markerOf(line) !== null && startsItem(group, line)) return false
  if (line.size < bodySize * 0.92 && isNote(line) && isNote(first)) return false
  return !startsParagraph(group, line, column)
}

/**
 * Lines that end although there was room for the next word were ended on purpose, as in addresses and programmes. When that
 * is so for most of a paragraph, each of its lines is one of its own.
 */
const splitLoose = (group: TextLine[], { bodySize }: Setting, column: Box): TextLine[][] => {
  const [first] = group
  const isProse = first === undefined || group.length < 3 || first.size > bodySize * 1.15 || group.every(isCode)
  if (isProse || markerOf(first) !== null) return [group]
  const ended = group.slice(1).filter((line, index) => hasRoom(group[index] ?? line, line, column)).length
  return ended >= 2 && ended >= (group.length - 1) * 0.5 ? group.map((line) => [line]) : [group]
}

const hasRoom = (above: TextLine, line: TextLine, column: Box): boolean => {
  const [left = 0, , right = 0] = line.words[0]?.box ?? []
  const room = column[2] - above.box[2]
  return room > right - left + line.size && room > (column[2] - column[0]) * 0.2
}

/** A number at the start of a line may be part of a sentence; a bullet or an item's neighbour is not. */
const startsItem = (group: readonly TextLine[], line: TextLine): boolean => {
  const [first] = group
  const marker = markerOf(line)
  const above = group.at(-1)
  if (first === undefined || above === undefined || marker === null) return false
  if (marker.kind === 'bullet') return true
  if (markerOf(first)?.kind === marker.kind && Math.abs(first.box[0] - line.box[0]) < line.size * 1.5) return true
  return endsSentence(above) || /^\(?(?:1|a|i)[.)]$/i.test(marker.text)
}

/** Lines that have no font in common, in two sizes or of which one is all capitals: a heading without a gap below it. */
const isSetApart = (above: TextLine, line: TextLine): boolean => {
  const [fonts, others] = [fontsOf(above), fontsOf(line)]
  if (fonts.has('') || others.has('') || !fonts.isDisjointFrom(others)) return false
  return Math.abs(mainSizeOf(above) - mainSizeOf(line)) > 0.3 || isCapitals(above) !== isCapitals(line)
}

const fontsOf = ({ source }: TextLine): Set<string> => new Set(source.map(({ font }) => font))

const isCapitals = (line: TextLine): boolean => {
  const text = textOfLine(line)
  return /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)
}

/** Small text that begins with a number, as a footnote does. */
const isNote = ({ words }: TextLine): boolean => /^(?:\d{1,3}|[*†‡§])$/u.test(words[0]?.text ?? '') && words.length > 1

/** Told by the first line's indentation, or by a line above that ended early after a full stop. */
const startsParagraph = (group: readonly TextLine[], line: TextLine, column: Box): boolean => {
  const [first] = group
  const above = group.at(-1)
  if (first === undefined || above === undefined) return false
  const size = line.size
  const isItem = markerOf(first) !== null
  const left = isItem ? (first.words[1]?.box[0] ?? first.box[0]) : Math.min(...group.slice(-3).map(({ box }) => box[0]))
  const indent = line.box[0] - left
  if (isItem) return indent < -size * 0.8 && line.box[0] < first.box[0] + size * 0.8 && endsSentence(above)
  const isIndented = indent > size * 0.7 && indent < size * 4
  if (isIndented && (group.length > 1 || first.box[0] > line.box[0] - size * 0.3) && endsSentence(above)) return true
  const room = column[2] - above.box[2]
  const firstWord = line.words[0]?.box
  const width = firstWord === undefined ? 0 : firstWord[2] - firstWord[0]
  return (
    endsSentence(above) &&
    room > width + size * 1.5 &&
    room > (column[2] - column[0]) * 0.15 &&
    /^[\p{Lu}\p{N}]/u.test(textOfLine(line))
  )
}

const endsSentence = (line: Line): boolean => /[.!?:;…]["”’)\]]*\d*$/u.test(textOfLine(line))

const isBold = ({ words }: Line): boolean => words.every(({ style, text }) => style.bold || !/[\p{L}\p{N}]/u.test(text))

/** Nearly all of it is set in letters of one width. */
export const isCode = ({ words }: Line): boolean => {
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  const even = words.reduce((sum, { text, style }) => sum + (style.monospaced ? text.length : 0), 0)
  return even > length * 0.9
}

/** The size of most of the line, which a raised figure or an initial does not change. */
const mainSizeOf = ({ words, size }: Line): number => {
  const weights = new Map<number, number>()
  for (const word of words) weights.set(word.size, (weights.get(word.size) ?? 0) + word.text.length)
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [size, 0])[0]
}

const toBlock = (lines: readonly TextLine[], { bodySize }: Setting): DraftBlock => {
  const box = union(lines.map((line) => line.box)) ?? [0, 0, 0, 0]
  const [first, ...rest] = lines
  if (first === undefined || lines.every(isCode)) {
    const isInline = lines.length === 1 && lines.every(({ words }) => words.length <= 2)
    return { type: isInline ? 'paragraph' : 'code', box, lines }
  }
  const marker = first.size < bodySize * 1.15 ? markerOf(first) : null
  if (marker === null) return { type: 'paragraph', box, lines }
  const item = { ...first, words: first.words.slice(1) }
  return { type: 'list_item', box, lines: [item, ...rest], marker: marker.text, level: 1 }
}

/** The depth of items by where their markers stand, among the items that follow each other. */
const withLevels = (blocks: readonly DraftBlock[]): DraftBlock[] => {
  let lefts: number[] = []
  return blocks.map((block) => {
    if (block.type !== 'list_item') {
      if (block.type !== 'paragraph' || block.box[0] < (lefts[0] ?? Infinity) + 4) lefts = []
      return block
    }
    const size = block.lines[0]?.size ?? 10
    const left = block.box[0]
    lefts = lefts.filter((other) => other < left + size * 0.4)
    if (!lefts.some((other) => Math.abs(other - left) <= size * 0.4)) lefts.push(left)
    return { ...block, level: lefts.length }
  })
}
