import type { Box } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { inkThreshold, type Raster } from '@polyparse/engine/images'
import { calibrate, type RecognizedLine, type RecognizedWord } from '../recognition/recognition-lines.ts'
import { fontHeights } from '../parameters.ts'
import type { ReadCharacter } from './decode.ts'
import { paddleCalibration, paddleWordParameters as limits } from './parameters.ts'

/**
 * A line of words from the characters that were read in a part of a page, whose pixels show how tall its letters are and where
 * words end. Null where there are none.
 */
export const toLine = (characters: readonly ReadCharacter[], part: Raster, box: Box): RecognizedLine | null => {
  const ink = inkOfPaddleLine(part)
  const text = characters.map((each) => each.text).join('')
  if (ink === null || text.trim() === '') return null
  const size = fontSizeOfPaddleLine(text, ink)
  const words = wordsOfPaddleLine(characters, ink, size).map(({ from, to, ...word }): RecognizedWord => ({
    ...word,
    box: [box[0] + from, box[1] + ink.top, box[0] + to, box[1] + ink.bottom],
  }))
  return { words, box, baseline: box[1] + ink.baseline, size }
}

/** Rows and columns of a part of a page, in pixels. */
type PaddleLineInk = {
  readonly top: number
  readonly bottom: number
  /** The rows of small letters, or of capitals where there are few others. */
  readonly bodyTop: number
  readonly baseline: number
  /** By column, whether there is ink. */
  readonly columns: readonly boolean[]
}

const inkOfPaddleLine = (part: Raster): PaddleLineInk | null => {
  const { width, height, pixels } = part
  const threshold = inkThreshold(part)
  const dark = pixels.reduce((count, grey) => count + Number(grey < threshold), 0)
  // On dark paper, the light pixels are ink.
  const isInk = (grey: number): boolean => grey < threshold === dark * 2 < pixels.length
  const rows = Array.from({ length: height }, (_, y) =>
    pixels.subarray(y * width, (y + 1) * width).reduce((count, grey) => count + Number(isInk(grey)), 0),
  )
  const body = spanAround(rows, Math.max(...rows) * limits.minBody)
  const line = spanAround(rows, 0)
  if (body === null || line === null) return null
  const columns = Array.from({ length: width }, (_, x) => {
    for (let y = line.from; y < line.to; y += 1) if (isInk(pixels[y * width + x] ?? 255)) return true
    return false
  })
  return { top: line.from, bottom: line.to, bodyTop: body.from, baseline: body.to, columns }
}

/** The rows around the fullest one that have more ink than this; parts of other lines may be above and below. */
const spanAround = (rows: readonly number[], more: number): { readonly from: number; readonly to: number } | null => {
  const fullest = rows.indexOf(Math.max(...rows))
  if ((rows[fullest] ?? 0) === 0) return null
  let [from, to] = [fullest, fullest + 1]
  while (from > 0 && itemAt(rows, from - 1) > more) from -= 1
  while (to < rows.length && itemAt(rows, to) > more) to += 1
  return { from, to }
}

const fontSizeOfPaddleLine = (text: string, { top, bottom, bodyTop, baseline }: PaddleLineInk): number => {
  const small = text.match(/[acemnorsuvwxz]/g)?.length ?? 0
  if (/\p{Script=Han}/u.test(text)) return (bottom - top) / limits.ideograph
  return (
    (baseline - bodyTop) / (small < text.length * fontHeights.minSmallShare ? fontHeights.capital : fontHeights.small)
  )
}

type PaddleWordSpan = Pick<RecognizedWord, 'text' | 'confidence'> & { readonly from: number; readonly to: number }

/** Words end at spaces that were read, and at white between Latin letters that is wide enough for one. */
const wordsOfPaddleLine = (
  characters: readonly ReadCharacter[],
  { columns }: PaddleLineInk,
  size: number,
): PaddleWordSpan[] => {
  const [first, end] = [columns.indexOf(true), columns.lastIndexOf(true) + 1]
  const found: { from: number; to: number; characters: ReadCharacter[] }[] = []
  let before: ReadCharacter | undefined
  let isApart = false
  for (const character of characters) {
    if (character.text.trim() === '') {
      isApart = true
      continue
    }
    const word = found.at(-1)
    if (before === undefined || word === undefined) found.push({ from: first, to: end, characters: [character] })
    else {
      const white = widestWhite(columns, before.at * columns.length, character.at * columns.length)
      const isWide = white.to - white.from >= size * limits.minSpace && !ideographs.test(before.text + character.text)
      if (isApart || isWide) {
        word.to = white.from
        found.push({ from: white.to, to: end, characters: [character] })
      } else word.characters.push(character)
    }
    before = character
    isApart = false
  }
  return found.map((word) => ({
    from: word.from,
    to: Math.max(word.from + 1, word.to),
    text: word.characters.map(({ text }) => text).join(''),
    confidence: confidenceOfLine(word.characters),
  }))
}

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
export const confidenceOfLine = (characters: readonly ReadCharacter[]): number =>
  calibrate(characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length, paddleCalibration)
