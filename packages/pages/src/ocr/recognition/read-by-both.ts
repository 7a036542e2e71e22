import { type Box, centre } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { Raster } from '@polyparse/engine/images'
import { findLines, lineHolds, placeInLine, type SeenLine } from '../paddle/find-lines.ts'
import { findLoneCharacters, isLoneCharacter } from '../paddle/lone-characters.ts'
import type { Networks } from '../paddle/networks.ts'
import { readSeenLines } from '../paddle/read-lines.ts'
import { withoutStrayIdeographs } from '../paddle/stray-characters.ts'
import { turnsOfLines } from '../paddle/turns-by-lines.ts'
import { twoRecognizers as limits } from '../parameters.ts'
import { confirmedBy } from './agreement.ts'
import { doubtfulWords, hasUnreadStretch } from './doubtful-words.ts'
import { handwrittenLines } from './handwriting.ts'
import { lookForSigns } from './look-for-signs.ts'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'
import type { RecognitionTime } from './recognition-time.ts'

/*
 * The networks of a model find the lines of a page, and read them each for itself: what costs is the length of the lines, and
 * they read short lines of any print well. Tesseract reads a page as a whole, best where it is full of clean print.
 */

/** The lines of a page by who has read them. */
type LinesByBoth = {
  readonly lines: readonly RecognizedLine[]
  readonly byModel: number
  readonly byTesseract: number
}

export type ReadByBoth = LinesByBoth & {
  /** The bounds, in pixels, of lines that look written by hand and were not read surely. */
  readonly handwritten: readonly Box[]
}

/**
 * The lines of a level raster: by the networks of a model, or by Tesseract where the page is full of print or one of a PDF.
 * What Tesseract has not read, or not surely, the networks then read as well while half of the time is left: what either is
 * surer of is taken, with the confidence that both give it. Numbers that may lack a sign are looked at once more by themselves.
 */
export const readByBoth = async (
  raster: Raster,
  networks: Networks,
  byTesseract: (() => Promise<readonly RecognizedLine[]>) | null,
  { time, isPdfPage = false }: TimeOfPage,
): Promise<ReadByBoth> => {
  const seen = await findLines(raster, networks)
  const read = await readBySurer(raster, seen, { networks, byTesseract, time, isPdfPage })
  const handwritten = handwrittenLines(raster, seen, (line) => confidenceWithin(read.lines, line))
  return { ...read, handwritten, lines: await lookForSigns(raster, read.lines, { networks, time }) }
}

type TimeOfPage = { readonly time: RecognitionTime; readonly isPdfPage?: boolean | undefined }

const readBySurer = async (
  raster: Raster,
  seen: readonly SeenLine[],
  {
    networks,
    byTesseract,
    time,
    isPdfPage,
  }: TimeOfPage & {
    readonly networks: Networks
    readonly byTesseract: (() => Promise<readonly RecognizedLine[]>) | null
  },
): Promise<LinesByBoth> => {
  if (byTesseract === null || (isPdfPage !== true && lengthInHeights(seen) <= limits.maxHeights))
    return readByModel(raster, seen, networks, time)
  const first = await byTesseract()
  const bad = seen.filter((line) => confidenceWithin(first, line) < limits.minGood || isReadInPart(first, line))
  if (bad.length > seen.length * limits.maxBadShare) {
    const asIs: LinesByBoth = { lines: first, byModel: 0, byTesseract: first.length }
    // A page that is not upright is read once it is.
    if ((await turnsOfLines(raster, seen, networks)).length > 0) return asIs
    const all = await time.again(() => readByModel(raster, seen, networks, time))
    if (all === null) return asIs
    return sureLength(all.lines) > sureLength(first)
      ? { ...all, lines: judgedLines(all.lines, first, seen) }
      : { ...asIs, lines: judgedLines(first, all.lines, seen) }
  }
  return withSecond(first, await readAgain(raster, first, { seen, networks, time }))
}

/** A line or a part of one, the words that Tesseract read in it, and how the networks read it. */
type SecondReading = {
  readonly isPart: boolean
  /** True if Tesseract read nothing in a stretch of it. */
  readonly isUnread: boolean
  readonly words: readonly RecognizedWord[]
  readonly read: RecognizedLine
}

/** The lines that Tesseract has not read, or badly, and words of others of which it is not sure, by the networks. */
const readAgain = async (
  raster: Raster,
  first: readonly RecognizedLine[],
  {
    seen,
    networks,
    time,
  }: { readonly seen: readonly SeenLine[]; readonly networks: Networks; readonly time: RecognitionTime },
): Promise<SecondReading[]> => {
  const isUnsure = (line: SeenLine): boolean => confidenceWithin(first, line) < limits.minSure
  const isWhole = (line: SeenLine): boolean => isUnsure(line) || isReadInPart(first, line)
  const whole = seen.filter(isWhole).map((part) => ({
    isPart: false,
    isUnread: isReadInPart(first, part),
    part,
    words: wordsWithin(first, part),
  }))
  const others = seen.filter((line) => !isWhole(line))
  const parts = doubtfulWords(first, others).map((each) => ({ isPart: true, isUnread: false, ...each }))
  const found: SecondReading[] = []
  let heights = 0
  for (const { part, ...each } of [...whole, ...parts]) {
    heights += isUnsure(part) && !each.isPart ? 0 : lengthInHeights([part])
    if (heights > limits.maxAgainHeights) break
    const lines = await time.again(() => readSeenLines(raster, [part], networks, time.leftMs()))
    if (lines === null) break
    found.push(...lines.map((read) => ({ ...each, read })))
  }
  const page = [...first, ...found.map(({ read }) => read)]
  return found.flatMap((each) => withoutStrayIdeographs([each.read], page).map((read) => ({ ...each, read })))
}

/** Lines with what a second reading is surer of in place of their words, and each word as sure as both make it. */
const withSecond = (first: readonly RecognizedLine[], second: readonly SecondReading[]): LinesByBoth => {
  const inPlaceOf = new Map<RecognizedWord, readonly RecognizedWord[]>()
  const added: RecognizedLine[] = []
  let replaced = 0
  for (const { isPart, isUnread, words, read } of second) {
    // Words of two overlapping lines are judged once.
    if (words.some((word) => inPlaceOf.has(word))) continue
    const isSurer = confidenceOfWords(read.words) > confidenceOfWords(words) + limits.minGain
    const isLonger = isUnread && sureLength([read]) > sureLength([{ words }]) + limits.minLetters
    const isBetter = isText(read) && (isSurer || isLonger)
    const judged = isBetter ? confirmedBy(read.words, words) : confirmedBy(words, read.words)
    for (const [index, word] of words.entries()) {
      const own = isBetter ? [] : judged.slice(index, index + 1)
      inPlaceOf.set(word, isBetter && isPart && index === 0 ? judged : own)
    }
    if (!isBetter) continue
    replaced += 1
    if (!isPart) added.push({ ...read, words: judged })
  }
  const kept = first.flatMap((line) => {
    const words = line.words.flatMap((word) => inPlaceOf.get(word) ?? [word])
    return words.length === 0 ? [] : [{ ...line, words }]
  })
  return { lines: [...kept, ...added], byModel: replaced, byTesseract: kept.length }
}

/** Lines with the confidence that another reading of the same page gives their words. */
const judgedLines = (
  lines: readonly RecognizedLine[],
  others: readonly RecognizedLine[],
  seen: readonly SeenLine[],
): RecognizedLine[] => {
  const judged = new Map<RecognizedWord, RecognizedWord>()
  for (const line of seen) {
    const words = wordsWithin(lines, line)
    for (const [index, word] of confirmedBy(words, wordsWithin(others, line)).entries())
      judged.set(itemAt(words, index), word)
  }
  return lines.map((line) => ({ ...line, words: line.words.map((word) => judged.get(word) ?? word) }))
}

const readByModel = async (
  raster: Raster,
  seen: readonly SeenLine[],
  networks: Networks,
  time: RecognitionTime,
): Promise<LinesByBoth> => {
  const read = await readSeenLines(raster, seen, networks, time.leftMs())
  const lone = findLoneCharacters(raster, seen, read)
  const beside = (await time.again(() => readSeenLines(raster, lone, networks, time.leftMs()))) ?? []
  const lines = withoutStrayIdeographs([...read, ...beside.filter(isLoneCharacter)], read)
  return { lines, byModel: lines.length, byTesseract: 0 }
}

/** Returns how long lines are in all, each in its own height: by this the networks take time. */
const lengthInHeights = (seen: readonly SeenLine[]): number =>
  seen.reduce((sum, { length, height }) => sum + Math.max(length, height) / Math.max(1, Math.min(length, height)), 0)

/** The words in a line, in its direction. */
const wordsWithin = (lines: readonly RecognizedLine[], line: SeenLine): RecognizedWord[] =>
  lines
    .flatMap(({ words }) => words.filter(({ box }) => lineHolds(line, centre(box))))
    .toSorted((one, other) => placeInLine(line, centre(one.box))[0] - placeInLine(line, centre(other.box))[0])

/** Returns how sure what was read in a line is; 0 where nothing was. */
const confidenceWithin = (lines: readonly RecognizedLine[], line: SeenLine): number =>
  confidenceOfWords(wordsWithin(lines, line))

/** Tells whether Tesseract has read some words in a line and none in a stretch of it. */
const isReadInPart = (first: readonly RecognizedLine[], line: SeenLine): boolean => {
  const words = wordsWithin(first, line)
  return words.length > 0 && hasUnreadStretch(words, line)
}

/** Signs and figures alone say little of a page, and Tesseract places them better. */
const isText = ({ words }: RecognizedLine): boolean =>
  words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0) >= limits.minLetters

/** Counts how many characters of some lines are right, by their confidence. */
const sureLength = (lines: readonly Pick<RecognizedLine, 'words'>[]): number =>
  lines.reduce((sum, { words }) => sum + words.reduce((part, word) => part + word.text.length * word.confidence, 0), 0)

/** The mean, weighted by length. */
const confidenceOfWords = (words: readonly RecognizedWord[]): number => {
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  return length === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / length
}
