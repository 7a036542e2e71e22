import { type Box, scaleBox } from '@polyparse/document'
import { type FontStyle, plainStyle } from '../../font-style.ts'
import type { Raster } from '@polyparse/engine/images'
import type { ContentWord } from '../../layout/page-content.ts'
import { findBold } from './bold.ts'
import { findBullet, gapAfterDash } from './bullets.ts'
import type { Drawings } from './drawings.ts'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'
import { findMonospaced, onGrid } from './monospaced.ts'
import { braces, recognizedBullets, capitalI, junk } from '../parameters.ts'

type WordRecognitionPage = { readonly raster: Raster; readonly dpi: number; readonly drawings: Drawings }

/** The words of a page in points, without those recognised in rules and pictures. */
export const recognizeWords = (seen: readonly RecognizedLine[], page: WordRecognitionPage): ContentWord[] => {
  const lines = seen
    .map((line) => ({ ...line, words: line.words.filter((word) => !isJunk(word, line, page)) }))
    .filter(({ words }) => words.length > 0)
  const grounds = page.drawings.fills.map(({ box }) => scaleBox(box, page.dpi / 72))
  const monospaced = findMonospaced(lines, grounds)
  const bold = findBold(
    lines.filter((line) => !monospaced.has(line)),
    page.raster,
  )
  return lines.flatMap((line) => {
    const step = monospaced.get(line)
    const style: FontStyle = {
      ...plainStyle,
      monospaced: step !== undefined,
      bold: step === undefined && bold.has(line),
    }
    const words =
      step === undefined
        ? withBullet(withCapitalI(line), { raster: page.raster, lines }).words
        : repairBraces(line).words.map((word) => onGrid(word, step))
    return words.map((word, index): ContentWord => ({
      text: word.text,
      box: scaleBox(word.box, 72 / page.dpi),
      size: (line.size * 72) / page.dpi,
      style,
      href: null,
      confidence: word.confidence,
      baseline: (line.baseline * 72) / page.dpi,
      color: 0,
      font: '',
      mark: null,
      // Tesseract divides Korean words, so that only the white shows where one ends.
      ...(areKorean(words[index - 1]?.text, word.text)
        ? { spaceBefore: false }
        : { spaceBefore: true, isReadApart: true }),
    }))
  })
}

const hangul = /\p{Script=Hangul}/u

/**
 * Tells whether Korean letters, or one of them and a figure, are on both sides of where one word ends and another
 * begins.
 */
const areKorean = (before = '', word: string): boolean => {
  const [left, right] = [before.slice(-1), word.slice(0, 1)]
  return (hangul.test(left) && /[\p{Script=Hangul}\p{N}]/u.test(right)) || (/\p{N}/u.test(left) && hangul.test(right))
}

/** Characters that a rule on the paper is read as. */
const strokeCharacters = /^[|¦!()[\]{}_\-–—=~.,:;'`"‘’“”«»°]+$/u

const isJunk = (word: RecognizedWord, { size }: RecognizedLine, { dpi, drawings }: WordRecognitionPage): boolean => {
  const [x0, y0, x1, y1] = scaleBox(word.box, 72 / dpi)
  const height = (size * 72) / dpi
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  if (drawings.pictures.some((box) => x > box[0] && x < box[2] && y > box[1] && y < box[3]))
    return word.confidence < junk.minInPicture
  if (!strokeCharacters.test(word.text)) return word.confidence < junk.minOfSigns && /^[^\p{L}\p{N}]+$/u.test(word.text)
  return drawings.rules.some(({ direction, at, from, to, thickness }) => {
    const reach = thickness / 2 + height * junk.ruleReach
    return direction === 'vertical'
      ? at > x0 - reach && at < x1 + reach && y > from - height && y < to + height && to - from > height
      : at > y0 - reach &&
          at < y1 + reach &&
          x > from - height &&
          x < to + height &&
          to - from > (x1 - x0) * junk.minRuleShare
  })
}

/**
 * Looks at the pixels for a bullet, which is often read as a similar letter, as part of the first word, or not at all.
 */
const withBullet = (
  line: RecognizedLine,
  { raster, lines }: { readonly raster: Raster; readonly lines: readonly RecognizedLine[] },
): RecognizedLine => {
  const [first, ...rest] = line.words
  if (first === undefined) return line
  const [x0, y0, x1, y1] = first.box
  // A dash before figures alone is the sign of a number.
  const hasLetters = line.words.some(({ text }) => /\p{L}/u.test(text))
  if (hasLetters && /^[—–-][\p{L}\p{N}]/u.test(first.text)) {
    const gap = gapAfterDash(raster, first.box, line.size)
    if (gap === null) return line
    const dash: RecognizedWord = { ...first, text: '–', box: [x0, y0, gap.from, y1] }
    return { ...line, words: [dash, { ...first, text: first.text.slice(1), box: [gap.to, y0, x1, y1] }, ...rest] }
  }
  const isApart = rest[0] !== undefined && rest[0].box[0] - x1 > line.size * recognizedBullets.minGap
  if (first.text.length <= recognizedBullets.maxLetters && isApart && !/^[•◦▪\d]/u.test(first.text)) {
    const text = findBullet(raster, first.box, line)
    return text === null ? line : { ...line, words: [{ ...first, text }, ...rest] }
  }
  const before = besideWords(
    [
      x0 - line.size * recognizedBullets.searchFrom,
      line.baseline - line.size,
      x0 - line.size * recognizedBullets.searchTo,
      line.baseline + line.size * recognizedBullets.searchBelow,
    ],
    lines.filter((other) => other !== line),
    line.size * recognizedBullets.minGap,
  )
  if (before === null) return line
  const text = findBullet(raster, before, line)
  if (text === null) return line
  const box: Box = [before[0], line.baseline - line.size * recognizedBullets.height, before[2], line.baseline]
  return { ...line, words: [{ text, box, confidence: recognizedBullets.confidence }, first, ...rest] }
}

/** What is right of all words in an area, whose letters and commas are no bullets, and of a gap after them; null if that is nothing. */
const besideWords = ([x0, y0, x1, y1]: Box, lines: readonly RecognizedLine[], gap: number): Box | null => {
  const left = lines
    .filter(({ box }) => box[1] < y1 && box[3] > y0 && box[0] < x1 && box[2] > x0)
    .flatMap(({ words }) => words)
    .filter(({ box }) => box[1] < y1 && box[3] > y0 && box[0] < x1)
    .reduce((right, { box }) => Math.max(right, box[2] + gap), x0)
  return left < x1 ? [left, y0, x1, y1] : null
}

/** An `I` without serifs is read as a bar; between words there is none that is not drawn over other lines too. */
const withCapitalI = (line: RecognizedLine): RecognizedLine => ({
  ...line,
  words: line.words.map((word, index) => {
    const next = line.words[index + 1]
    const isBeforeWord =
      word.text === '|' &&
      next !== undefined &&
      /^\p{L}/u.test(next.text) &&
      next.box[0] - word.box[2] < line.size * capitalI.maxGap &&
      word.box[3] - word.box[1] < line.size * capitalI.maxHeight
    return isBeforeWord ? { ...word, text: 'I' } : word
  }),
})

/** Misreadings of closing braces that are alone on a line. */
const misread: readonly (readonly [shape: RegExp, meant: string])[] = [
  [/^(?:[13iI]|3\})$/, '}'],
  [/^[13iI],$/, '},'],
  [/^[13iI}][;:]$/, '};'],
  [/^(?:[13iIB}][)HhNiy]\.?|3\}\.)$/, '})'],
]

/** A line of code whose only word is a closing brace that was read as letters, with little confidence. */
const repairBraces = (line: RecognizedLine): RecognizedLine => {
  const [word] = line.words
  if (word === undefined || line.words.length > 1 || word.confidence > braces.maxConfidence) return line
  const meant = misread.find(([shape]) => shape.test(word.text))?.[1]
  return meant === undefined ? line : { ...line, words: [{ ...word, text: meant }] }
}
