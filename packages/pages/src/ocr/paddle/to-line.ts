import { type Box, union } from '@polyparse/document'
import { itemAt, pairwise } from '@polyparse/document/items'
import { inkThreshold, type PointMap, type Raster } from '@polyparse/engine/images'
import { calibrate, type RecognizedLine, type RecognizedWord } from '../recognition/recognition-lines.ts'
import { doubtfulNumberLimits, fontHeights } from '../parameters.ts'
import type { ReadCharacter } from './decode.ts'
import type { Calibration } from '../recognition/recognition-lines.ts'
import { paddleWordParameters as limits } from './parameters.ts'

/**
 * A line of words from the characters that were read in a part of a page, whose pixels show how tall its letters are and where
 * words end. Null where there are none.
 */
export const toLine = (
  characters: readonly ReadCharacter[],
  part: Raster,
  { toPage, calibration }: { readonly toPage: PointMap; readonly calibration: Calibration },
): RecognizedLine | null => {
  const ink = inkOfPaddleLine(part)
  const text = characters.map((each) => each.text).join('')
  if (ink === null || text.trim() === '') return null
  const size = fontSizeOfPaddleLine(text, { ...ink, height: part.height })
  const words = wordsOfPaddleLine(characters, { ink, size, calibration }).map(
    ({ from, to, ...word }): RecognizedWord => ({
      ...word,
      box: boundsOn(toPage, [from, ...ink.rowsBetween(from, to), to]),
    }),
  )
  const box = union(words.map((word) => word.box))
  return box === null ? null : { words, box, baseline: toPage(part.width / 2, ink.baseline)[1], size }
}

/** The box of the middle of a part of a line, as tall as it is there: that of its corners would reach into other lines. */
const boundsOn = (toPage: PointMap, [x0, y0, y1, x1]: readonly [number, number, number, number]): Box => {
  const [left, right, top, bottom] = [
    toPage(x0, (y0 + y1) / 2)[0],
    toPage(x1, (y0 + y1) / 2)[0],
    toPage((x0 + x1) / 2, y0)[1],
    toPage((x0 + x1) / 2, y1)[1],
  ]
  return [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)]
}

/** Rows and columns of a part of a page, in pixels. */
type PaddleLineInk = {
  readonly top: number
  readonly bottom: number
  /** The rows of small letters, or of capitals where there are few others. */
  readonly bodyTop: number
  readonly baseline: number
  /** True for each column that has ink. */
  readonly columns: readonly boolean[]
  /** The first row with ink between two columns, and the one after the last. */
  rowsBetween(from: number, to: number): readonly [top: number, bottom: number]
}

const inkOfPaddleLine = (part: Raster): PaddleLineInk | null => {
  const { width, height, pixels } = part
  const threshold = inkThreshold(part)
  const dark = pixels.reduce((count, grey) => count + Number(grey < threshold), 0)
  // The light pixels are ink on dark paper.
  const isInk = (grey: number): boolean => grey < threshold === dark * 2 < pixels.length
  const rows = Array.from({ length: height }, (_, y) =>
    pixels.subarray(y * width, (y + 1) * width).reduce((count, grey) => count + Number(isInk(grey)), 0),
  )
  const body = bodyOf(rows)
  const line = extentOf(rows)
  if (body === null || line === null) return null
  const columns = Array.from({ length: width }, (_, x) => {
    for (let y = line.from; y < line.to; y += 1) if (isInk(pixels[y * width + x] ?? 255)) return true
    return false
  })
  const hasInk = (y: number, from: number, to: number): boolean => {
    for (let x = from; x < to; x += 1) if (isInk(pixels[y * width + x] ?? 255)) return true
    return false
  }
  const rowsBetween = (from: number, to: number): readonly [number, number] => {
    let [top, bottom] = [line.from, line.to]
    while (top < bottom - 1 && !hasInk(top, from, to)) top += 1
    while (bottom > top + 1 && !hasInk(bottom - 1, from, to)) bottom -= 1
    return [top, bottom]
  }
  return { top: line.from, bottom: line.to, bodyTop: body.from, baseline: body.to, columns, rowsBetween }
}

/**
 * The rows of small letters. Those of a printer of dots have white between them; where nothing of a size that letters have in a
 * part of this height shows, they are where they are in most parts.
 */
const bodyOf = (rows: readonly number[]): RowSpan | null => {
  const least = Math.max(...rows) * limits.minBody
  const [min, max] = [rows.length * limits.minBodyHeight, rows.length * limits.maxBodyHeight]
  for (const gap of [0, Math.round(rows.length * limits.maxRowGap)]) {
    const span = spanAround(rows, least, gap)
    if (span === null) return null
    if (span.to - span.from >= min && span.to - span.from <= max) return span
  }
  return { from: Math.round(rows.length * limits.usualBody[0]), to: Math.round(rows.length * limits.usualBody[1]) }
}

/** All rows of a line. Print with white stripes through it is as tall as it looks, not as one of its stripes. */
const extentOf = (rows: readonly number[]): RowSpan | null => {
  const span = spanAround(rows, 0)
  const isTall = span !== null && span.to - span.from >= rows.length * limits.minBodyHeight
  return isTall ? span : spanAround(rows, 0, Math.round(rows.length * limits.maxRowGap))
}

type RowSpan = { readonly from: number; readonly to: number }

/** The rows around the fullest one that have more ink than this; parts of other lines may be above and below. */
const spanAround = (rows: readonly number[], more: number, gap = 0): RowSpan | null => {
  const fullest = rows.indexOf(Math.max(...rows))
  if ((rows[fullest] ?? 0) === 0) return null
  let [from, to] = [fullest, fullest + 1]
  for (let row = from; row >= Math.max(0, from - 1 - gap); row -= 1) if (itemAt(rows, row) > more) from = row
  for (let row = to; row < Math.min(rows.length, to + 1 + gap); row += 1) if (itemAt(rows, row) > more) to = row + 1
  return { from, to }
}

const fontSizeOfPaddleLine = (
  text: string,
  { height, ...ink }: PaddleLineInk & { readonly height: number },
): number => {
  const size = fontSizeOfInk(text, ink)
  return Math.min(height * limits.maxSize, Math.max(height * limits.minSize, size))
}

const fontSizeOfInk = (text: string, { top, bottom, bodyTop, baseline }: PaddleLineInk): number => {
  const small = text.match(/[acemnorsuvwxz]/g)?.length ?? 0
  if (/\p{Script=Han}/u.test(text)) return (bottom - top) / limits.ideograph
  return (
    (baseline - bodyTop) / (small < text.length * fontHeights.minSmallShare ? fontHeights.capital : fontHeights.small)
  )
}

type PaddleWordSpan = Omit<RecognizedWord, 'box'> & { readonly from: number; readonly to: number }

type WordsOfLine = { readonly ink: PaddleLineInk; readonly size: number; readonly calibration: Calibration }

/**
 * The usual step from one character to the next, as a share of the line: the median of those without a space between
 * them.
 */
const usualStep = (characters: readonly ReadCharacter[]): number => {
  const steps = [...pairwise(characters)]
    .filter(([one, other]) => one.text.trim() !== '' && other.text.trim() !== '')
    .map(([one, other]) => other.at - one.at)
    .toSorted((one, other) => one - other)
  return steps[steps.length >> 1] ?? 0
}

/**
 * The white between letters that is usual in a line, in columns; null where too few are side by side to show it. In
 * print of letters of one width it is as wide as some spaces of other print.
 */
const usualWhite = (characters: readonly ReadCharacter[], columns: readonly boolean[]): number | null => {
  const whites = [...pairwise(characters)]
    .filter(([one, other]) => one.text.trim() !== '' && other.text.trim() !== '')
    .map(([one, other]) => widestWhite(columns, one.at * columns.length, other.at * columns.length))
    .map(({ from, to }) => to - from)
    .toSorted((one, other) => one - other)
  return whites.length < limits.minWhites ? null : itemAt(whites, Math.floor(whites.length * limits.usualWhite))
}

/** Words end at spaces that were read, and at white between Latin letters that is wide enough for one. */
const wordsOfPaddleLine = (
  characters: readonly ReadCharacter[],
  { ink: { columns }, size, calibration }: WordsOfLine,
): PaddleWordSpan[] => {
  const step = usualStep(characters) * columns.length
  const usual = Math.max(usualWhite(characters, columns) ?? size * limits.unknownWhite, size * limits.minUsualWhite)
  const [first, end] = [columns.indexOf(true), columns.lastIndexOf(true) + 1]
  const found: { from: number; to: number; characters: ReadCharacter[]; after: ReadCharacter | undefined }[] = []
  let before: ReadCharacter | undefined
  let isApart = false
  for (const character of characters) {
    if (character.text.trim() === '') {
      isApart = true
      continue
    }
    const word = found.at(-1)
    if (before === undefined || word === undefined) {
      // Ink before the first character, with white between them, was not read: it is a bullet.
      const white = widestWhite(columns, first, character.at * columns.length)
      const from = white.to - white.from >= size * limits.minSpace ? white.to : first
      found.push({ from, to: end, characters: [character], after: undefined })
    } else {
      const white = widestWhite(columns, before.at * columns.length, character.at * columns.length)
      const misplaced = size * limits.maxMisplaced
      const lastEnd = found.at(-2)?.to
      const isSpace = isSpaceInLine(word.characters, character, {
        width: (white.to - white.from) / size,
        timesUsual: (white.to - white.from) / usual,
        beforeWord: lastEnd === undefined ? Infinity : (word.from - lastEnd) / size,
        step: ((character.at - before.at) * columns.length) / size,
        isFar: (character.at - before.at) * columns.length >= step * limits.minSteps,
        // White where a letter itself is, is print too faint to be seen.
        isBetween:
          white.from > before.at * columns.length - misplaced && white.to < character.at * columns.length + misplaced,
      })
      if (isApart || isSpace) {
        word.to = white.from
        found.push({ from: white.to, to: end, characters: [character], after: before })
      } else word.characters.push(character)
    }
    before = character
    isApart = false
  }
  return found.map((word) => ({
    from: word.from,
    to: Math.max(word.from + 1, word.to),
    text: word.characters.map(({ text }) => text).join(''),
    confidence: confidenceOfLine(word.characters, calibration),
    weakest: Math.min(...word.characters.map(({ confidence }) => confidence)),
    ...signMissedIn(word.characters, word.after),
  }))
}

/**
 * Returns where a sign may have been missed: between two figures of a word, or between the character before it and its
 * first.
 */
const signMissedIn = (
  characters: readonly ReadCharacter[],
  after: ReadCharacter | undefined,
): Pick<RecognizedWord, 'mayLackSign'> => {
  const isMissed = (before: ReadCharacter | undefined, character: ReadCharacter): boolean =>
    before !== undefined &&
    /^\p{N}$/u.test(before.text) &&
    /^\p{N}$/u.test(character.text) &&
    (character.signBefore ?? 0) >= doubtfulNumberLimits.minSign
  if (pairwise(characters).some(([one, other]) => isMissed(one, other))) return { mayLackSign: 'within' }
  return isMissed(after, itemAt(characters, 0)) ? { mayLackSign: 'before' } : {}
}

/** The white between two characters, in heights of the font but for what says otherwise. */
type WhiteInLine = {
  readonly width: number
  readonly timesUsual: number
  /** The white before the word; infinitely wide before the first of a line. */
  readonly beforeWord: number
  /**
   * The distance from the middle of one character to that of the other, and whether that is more than is usual in the
   * line.
   */
  readonly step: number
  readonly isFar: boolean
  /** True if it is between the middles of the characters, where the network has seen them. */
  readonly isBetween: boolean
}

/** Tells whether white is a space although none was read, between the characters of a word and one more. */
const isSpaceInLine = (before: readonly ReadCharacter[], character: ReadCharacter, white: WhiteInLine): boolean => {
  const left = itemAt(before, before.length - 1)
  if (ideographs.test(left.text + character.text)) return false
  const areOfNumber = ofNumber.test(left.text) && ofNumber.test(character.text)
  // Figures at the usual distance from each other with wide white between them have ink too faint to be seen.
  const isFaint = areOfNumber && white.step < limits.minColumnStep
  if (white.width >= limits.minGap && !isFaint) return true
  const sign = signBeside(before, character, white)
  if (sign !== null && isWideBeside(sign, white)) return true
  // Other figures are as far apart as their widths differ.
  const isApart = white.isFar || (!areOfNumber && isWideBeside('letter', white))
  return isApart && white.width >= limits.minSpace && !isJoined(before, character)
}

const isWideBeside = (sign: keyof typeof limits.wideWhite, { isBetween, width, timesUsual }: WhiteInLine): boolean =>
  isBetween && width >= limits.wideWhite[sign].minWidth && timesUsual >= limits.wideWhite[sign].minTimesUsual

/**
 * The sign beside which white is: a colon that is not of a time, or a dash or stroke; null where there is another or none. A dash
 * that is further from what is before it than from the figures after it is their sign.
 */
const signBeside = (
  before: readonly ReadCharacter[],
  { text: right }: ReadCharacter,
  { beforeWord, width }: WhiteInLine,
): 'colon' | 'dash' | null => {
  const [left = '', earlier = ''] = [before.at(-1)?.text, before.at(-2)?.text]
  if ((left === ':' && !/\d/.test(earlier)) || (right === ':' && !/\d/.test(left))) return 'colon'
  if (left === '-' && earlier === '' && beforeWord > width * limits.maxTimesOfSign) return null
  return /[-/]/.test(left + right) ? 'dash' : null
}

/**
 * Tells whether a sign that joins is beside a letter or figure: there is wide white beside those in numbers and names.
 * A sign after a full stop, comma or colon behind letters is not of their word: it begins the value after its label.
 */
const isJoined = (before: readonly ReadCharacter[], { text: right }: ReadCharacter): boolean => {
  const left = before
    .map(({ text }) => text)
    .join('')
    .slice(-2)
  return /(?:^|\d)[.,]\|\d|\d:\|\d|\d\|[.,:]|[\p{L}\d]\|[-_/]|[-_/]\|[\p{L}\d]/u.test(`${left}|${right}`)
}

/** The characters of printed numbers. */
const ofNumber = /^[\p{N}.,:/-]$/u

/** Chinese has no spaces, and wide white round its marks. */
const ideographs = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** The widest stretch of columns without ink between two places; none, in the middle, where there is no such column. */
const widestWhite = (columns: readonly boolean[], from: number, to: number): { from: number; to: number } => {
  const middle = Math.round((from + to) / 2)
  let widest = { from: middle, to: middle }
  let start = Math.max(0, Math.floor(from))
  for (let at = start; at <= Math.min(columns.length, Math.ceil(to)); at += 1) {
    const isWhite = columns[at] === false && at < Math.ceil(to)
    if (isWhite) continue
    if (at - start > widest.to - widest.from) widest = { from: start, to: at }
    start = at + 1
  }
  return widest
}

/** The probability, 0–1, that a word of these characters is right. */
export const confidenceOfLine = (characters: readonly ReadCharacter[], calibration: Calibration): number =>
  calibrate(characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length, calibration)
