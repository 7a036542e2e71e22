import { type Box, centre, union } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import { haveRegularWeight } from '../language/bold.ts'
import { markerOf } from '../language/list-markers.ts'
import { isTickSign } from '../language/tick-signs.ts'
import { canEndParagraph } from '@polyparse/engine'
import { textOfLine, type DraftBlock, type Line } from '../paged/draft.ts'
import { hasLeader, withShortLeader } from './leaders.ts'
import type { TextLine } from './layout-lines.ts'
import { codeParameters, items, looseLines, monospacedLayout, paragraphParameters as limits } from './parameters.ts'
import type { Spacing } from './spacing.ts'
import { minOf } from '@polyparse/engine'

/**
 * The typography of a page: the size of most of its text in points, its usual spacing, and the boxes at which lines
 * end.
 */
export type TypeSetting = { readonly bodySize: number; readonly spacing: Spacing; readonly sidebars: readonly Box[] }

/** The lines of a column as paragraphs, list items and programs, from the top. */
export const groupLines = (lines: readonly TextLine[], setting: TypeSetting): DraftBlock[] => {
  const prose = lines.filter((line) => !isCode(line) && line.size <= setting.bodySize * limits.headingSize)
  // A title above the columns, and a line of a program that is too long for one, do not make it wider for its text.
  const column = union((prose.length === 0 ? lines : prose).map(({ box }) => box))
  if (column === null) return []
  const groups: TextLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (group !== undefined && isParagraphContinued(group, line, setting, column)) group.push(line)
    else groups.push([line])
  }
  return withLevels(
    groups.flatMap((group) => splitLoose(group, setting, column)).map((group) => toBlock(group, setting)),
  )
}

const isParagraphContinued = (
  group: readonly TextLine[],
  line: TextLine,
  { spacing, bodySize, sidebars }: TypeSetting,
  whole: Box,
): boolean => {
  const [first] = group
  const above = group.at(-1)
  if (first === undefined || above === undefined) return false
  const column = columnBeside(above, whole, sidebars)
  const size = Math.max(above.size, line.size)
  const step = line.baseline - above.baseline
  if (hasLeader(above) || (isCode(above) !== isCode(line) && !isWrappedInItem(group, line, column))) return false
  if (isCode(above) && isCode(line))
    return (
      step < spacing(size).usual * codeParameters.maxPitchRatio &&
      Math.abs(above.size - line.size) < codeParameters.sizeTolerance
    )
  if (sizeStep(above, line) > Math.max(limits.sizeTolerance, size * limits.relativeSizeTolerance)) return false
  const { usual, pitch } = spacing(size)
  if (step > usual * limits.maxPitchRatio + limits.pitchTolerance || step < 0) return false
  if (pitch !== null && step > pitch * limits.maxPitchRatio + limits.pitchTolerance && isFinished(above, line, column))
    return false
  if (isSetApart(above, line, column)) return false
  if (isBoldLine(above) !== isBoldLine(line) && (isBoldLine(line) || group.every(isBoldLine))) return false
  if (line.size < bodySize * limits.headingSize && markerOf(line) !== null && startsItem(group, line, column))
    return false
  if (line.size < bodySize * limits.noteSize && isFootnoteLine(line) && isFootnoteLine(first)) return false
  if (isOption(line) || (isOption(first) && line.box[0] < first.box[0] - size * items.minLeftOfMarker)) return false
  return !startsParagraph(group, line, column)
}

/** Tells whether a line goes on below the text of an item because its first word had no room above: so may one of code alone. */
const isWrappedInItem = (group: readonly TextLine[], line: TextLine, column: Box): boolean => {
  const [first] = group
  const above = group.at(-1)
  const text = first?.words[1]?.box[0]
  if (first === undefined || above === undefined || text === undefined || markerOf(first) === null) return false
  return (
    !isCode(first) &&
    Math.abs(line.box[0] - text) < line.size * items.levelTolerance &&
    roomFor(line, above, column) < line.size
  )
}

/** The column as wide as it is at a line: up to the sidebars beside it. */
const columnBeside = ({ box }: TextLine, [left, top, right, bottom]: Box, sidebars: readonly Box[]): Box => {
  const [x, y] = centre(box)
  const beside = sidebars.filter((one) => one[1] < y && one[3] > y)
  return [
    Math.max(left, ...beside.map((one) => (one[2] < x ? one[2] : left))),
    top,
    Math.min(right, ...beside.map((one) => (one[0] > x ? one[0] : right))),
    bottom,
  ]
}

/** Tells whether a line is the last of its paragraph if there is an empty one below it: it has ended, or the next word had room. */
const isFinished = (above: TextLine, line: TextLine, column: Box): boolean =>
  isEnded(above) || roomFor(line, above, column) > line.size

/** Tells whether a line begins with a box to tick. */
const isOption = ({ words }: TextLine): boolean => isTickSign(words[0]?.text ?? '')

/**
 * A line that ends although the next word had room was ended on purpose, as in addresses and programmes. When most
 * lines of a paragraph are, each is a paragraph of its own.
 */
const splitLoose = (group: TextLine[], { bodySize, sidebars }: TypeSetting, column: Box): TextLine[][] => {
  const [first] = group
  const isProse =
    first === undefined ||
    group.length < looseLines.minLines ||
    first.size > bodySize * limits.headingSize ||
    group.every(isCode)
  if (isProse || markerOf(first) !== null) return [group]
  const ended = pairwise(group).filter(([above, line]) =>
    hasRoom(above, line, columnBeside(above, column, sidebars)),
  ).length
  return ended >= looseLines.minEnded && ended >= (group.length - 1) * looseLines.minEndedShare
    ? group.map((line) => [line])
    : [group]
}

/**
 * Tells whether the text of an item ends with a line although the next word, which begins like a sentence, had room there: then
 * another paragraph of the item, or the text below the list, begins.
 */
const isBrokenOff = (above: TextLine, line: TextLine, column: Box): boolean =>
  hasRoom(above, line, column) && !/[\p{L}\p{N}]-$/u.test(textOfLine(above)) && /^[\p{Lu}\p{N}]/u.test(textOfLine(line))

/**
 * Tells whether a line below the text of an item was ended on purpose in the middle of a sentence, as those of an address or a poem:
 * it belongs to the item, whose next lines would else be torn from it.
 */
const isShortLineOfItem = (group: readonly TextLine[], line: TextLine, column: Box, left: number): boolean => {
  const above = group.at(-1)
  if (above === undefined || isEnded(above) || Math.abs(line.box[0] - left) > line.size * items.levelTolerance)
    return false
  const isShort = column[2] - line.box[2] > (column[2] - column[0]) * looseLines.minRoomShare
  return isShort && (group.length > 1 || !isEnded(line))
}

const hasRoom = (above: TextLine, line: TextLine, column: Box): boolean =>
  roomFor(line, above, column) > line.size &&
  column[2] - above.box[2] > (column[2] - column[0]) * looseLines.minRoomShare

/** The room, in points, that the first word of a line would leave at the end of the line above. */
const roomFor = ({ words }: TextLine, above: TextLine, column: Box): number => {
  const [left = 0, , right = 0] = words[0]?.box ?? []
  return column[2] - above.box[2] - (right - left)
}

/**
 * Tells whether a line with a marker begins an item. A number may be part of a sentence; a bullet, a marker below another,
 * or one left of the text above, at whose end it would have had room, is not.
 */
const startsItem = (group: readonly TextLine[], line: TextLine, column: Box): boolean => {
  const [first] = group
  const marker = markerOf(line)
  const above = group.at(-1)
  if (first === undefined || above === undefined || marker === null) return false
  if (marker.kind === 'bullet') return true
  const isBelow = Math.abs(first.box[0] - line.box[0]) < line.size * items.markerTolerance
  if (markerOf(first)?.kind === marker.kind && isBelow) return true
  const isLeft = line.box[0] < first.box[0] - line.size * items.minLeftOfMarker
  if (isLeft && roomFor(line, above, column) > line.size) return true
  return isEnded(above) || /^\(?(?:1|a|i)[.)]$/i.test(marker.text)
}

/**
 * Tells whether two lines have no font in common, and either two sizes, one of them capitals only, the upper one in the middle
 * of the column, or room at its end: a heading without a gap below it.
 */
const isSetApart = (above: TextLine, line: TextLine, column: Box): boolean => {
  const [fonts, others] = [fontsOf(above), fontsOf(line)]
  if (fonts.has('') || others.has('') || !fonts.isDisjointFrom(others)) return false
  return (
    Math.abs(mainSizeOf(above) - mainSizeOf(line)) > limits.minSizeStep ||
    isCapitals(above) !== isCapitals(line) ||
    isCentredIn(column, above) ||
    roomFor(line, above, column) > line.size * limits.minRoom
  )
}

const isCentredIn = ([left, , right]: Box, { box, size }: TextLine): boolean => {
  const [before, after] = [box[0] - left, right - box[2]]
  return Math.abs(before - after) < size * limits.centreTolerance && Math.min(before, after) > size * limits.minRoom
}

const fontsOf = ({ source }: TextLine): Set<string> => new Set(source.map(({ font }) => font))

const isCapitals = (line: TextLine): boolean => {
  const text = textOfLine(line)
  return /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)
}

/** Tells whether a line begins with a number or a mark, as a footnote does. */
const isFootnoteLine = ({ words }: TextLine): boolean =>
  /^(?:\d{1,3}|[*†‡§])$/u.test(words[0]?.text ?? '') && words.length > 1

/** Tells whether a line begins a paragraph: it is indented, or the line above ended early after a full stop. */
const startsParagraph = (group: readonly TextLine[], line: TextLine, column: Box): boolean => {
  const [first] = group
  const above = group.at(-1)
  if (first === undefined || above === undefined) return false
  const size = line.size
  const isItem = markerOf(first) !== null
  const left = isItem
    ? (first.words[1]?.box[0] ?? first.box[0])
    : minOf(group.slice(-limits.linesBefore).map(({ box }) => box[0]))
  const indent = line.box[0] - left
  if (isItem)
    return (
      (indent < -size * items.minOutdent &&
        line.box[0] < first.box[0] + size * items.maxFromMarker &&
        (isEnded(above) || isLeftOfHanging(group, line))) ||
      (isBrokenOff(above, line, column) && !isShortLineOfItem(group, line, column, left))
    )
  const isIndented = indent > size * limits.minIndent && indent < size * limits.maxIndent
  if (isIndented && (group.length > 1 || first.box[0] > line.box[0] - size * limits.hang) && isEnded(above)) return true
  if (isFirstOfText(line, above, column)) return true
  const room = column[2] - above.box[2]
  const firstWord = line.words[0]?.box
  const width = firstWord === undefined ? 0 : firstWord[2] - firstWord[0]
  return (
    isEnded(above) &&
    room > width + size * limits.minRoom &&
    room > (column[2] - column[0]) * limits.minRoomShare &&
    /^[\p{Lu}\p{N}]/u.test(textOfLine(line))
  )
}

/**
 * Tells whether a line begins where the first lines of paragraphs do, goes on farther than the line above it, and would have
 * had room there.
 */
const isFirstOfText = (line: TextLine, above: TextLine, column: Box): boolean => {
  const indent = line.box[0] - column[0]
  return (
    indent > line.size * limits.minIndent &&
    indent < line.size * limits.maxIndent &&
    line.box[2] > above.box[2] + line.size &&
    (hasRoom(above, line, column) || (isEnded(above) && roomFor(line, above, column) > line.size))
  )
}

/** Tells whether a line begins left of the marker of an item whose lines so far all hang below its text. */
const isLeftOfHanging = ([first, ...rest]: readonly TextLine[], line: TextLine): boolean => {
  const text = first?.words[1]?.box[0]
  if (first === undefined || text === undefined || rest.length === 0) return false
  return (
    line.box[0] < first.box[0] - line.size * items.minLeftOfMarker &&
    rest.every(({ box }) => Math.abs(box[0] - text) < line.size * items.levelTolerance)
  )
}

const isEnded = (line: Line): boolean => canEndParagraph(textOfLine(line))

/** A line of marks alone counts as bold: it is set apart from the text, as a heading is. */
const isBoldLine = ({ words }: Line): boolean => !haveRegularWeight(words)

/** Tells whether nearly all of a line is set in letters of one width, and it is no item with a bullet of another font. */
export const isCode = ({ words }: Line): boolean => {
  if (words[0]?.style.monospaced === false && markerOf({ words })?.kind === 'bullet') return false
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  const even = words.reduce((sum, { text, style }) => sum + (style.monospaced ? text.length : 0), 0)
  return even > length * monospacedLayout.minCodeShare
}

/**
 * The points between the sizes of two lines. Names of programs within a text are often set a little smaller, so words of prose are
 * compared where both lines have some, and else code, if both have that.
 */
const sizeStep = (above: Line, line: Line): number => {
  for (const monospaced of [false, true]) {
    const sizes = [above, line].flatMap(({ words, size }) => {
      const alike = words.filter(({ style, text }) => style.monospaced === monospaced && /\p{L}{2}/u.test(text))
      return alike.length === 0 ? [] : [mainSizeOf({ words: alike, size })]
    })
    const [one, other] = sizes
    if (one !== undefined && other !== undefined) return Math.abs(one - other)
  }
  return Math.abs(mainSizeOf(above) - mainSizeOf(line))
}

/** The size of most of a line in points, which a superscript or an initial does not change. */
const mainSizeOf = ({ words, size }: Pick<Line, 'words' | 'size'>): number => {
  const weights = new Map<number, number>()
  for (const word of words) weights.set(word.size, (weights.get(word.size) ?? 0) + word.text.length)
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [size, 0])[0]
}

const toBlock = (lines: readonly TextLine[], { bodySize }: TypeSetting): DraftBlock => {
  const box = union(lines.map((line) => line.box)) ?? [0, 0, 0, 0]
  const [first, ...rest] = lines.every(isCode) ? lines : lines.map(withShortLeader)
  if (first === undefined || lines.every(isCode)) {
    const isInline = lines.length === 1 && lines.every(({ words }) => words.length <= codeParameters.maxInlineWords)
    return { type: isInline ? 'paragraph' : 'code', box, lines }
  }
  const marker = first.size < bodySize * limits.headingSize ? markerOf(first) : null
  if (marker === null) return { type: 'paragraph', box, lines: [first, ...rest] }
  const item = { ...first, words: first.words.slice(1) }
  return { type: 'list_item', box, lines: [item, ...rest], marker: marker.text, level: 1 }
}

/** Gives items their levels, by the places of their markers among those of the items around them. */
const withLevels = (blocks: readonly DraftBlock[]): DraftBlock[] => {
  let lefts: number[] = []
  return blocks.map((block) => {
    if (block.type !== 'list_item') {
      if (block.type !== 'paragraph' || block.box[0] < (lefts[0] ?? Infinity) + items.minParagraphIndent) lefts = []
      return block
    }
    const size = block.lines[0]?.size ?? 10
    const left = block.box[0]
    lefts = lefts.filter((other) => other < left + size * items.levelTolerance)
    if (!lefts.some((other) => Math.abs(other - left) <= size * items.levelTolerance)) lefts.push(left)
    return { ...block, level: lefts.length }
  })
}
