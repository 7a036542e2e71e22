import { centre } from '@polyparse/document'
import type { Raster } from '@polyparse/engine/images'
import { findLines, lineHolds, type SeenLine } from '../paddle/find-lines.ts'
import type { Networks } from '../paddle/networks.ts'
import { readSeenLines } from '../paddle/read-lines.ts'
import { withoutStrayIdeographs } from '../paddle/stray-characters.ts'
import { turnsOfLines } from '../paddle/turns-by-lines.ts'
import { twoRecognizers as limits } from '../parameters.ts'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'
import type { RecognitionTime } from './recognition-time.ts'

/*
 * The networks of a model find the lines of a page, and read them each for itself: what costs is the length of the lines, and
 * they read short lines of any print well. Tesseract reads a page as a whole, best where it is full of clean print.
 */

/** Who read which lines of a page. */
export type ReadByBoth = {
  readonly lines: readonly RecognizedLine[]
  readonly byModel: number
  readonly byTesseract: number
}

/**
 * The lines of a level raster: by the networks of a model, or by Tesseract where the page is full of print or one of a PDF.
 * What Tesseract has not read, or not surely, the networks then read as well while half of the time is left, and what either is
 * surer of is taken.
 */
export const readByBoth = async (
  raster: Raster,
  networks: Networks,
  byTesseract: (() => Promise<readonly RecognizedLine[]>) | null,
  { time, isPdfPage = false }: { readonly time: RecognitionTime; readonly isPdfPage?: boolean | undefined },
): Promise<ReadByBoth> => {
  const seen = await findLines(raster, networks)
  if (byTesseract === null || (!isPdfPage && lengthInHeights(seen) <= limits.maxHeights))
    return readByModel(raster, seen, networks, time)
  const first = await byTesseract()
  const below = (least: number): SeenLine[] => seen.filter((line) => confidenceWithin(first, line) < least)
  if (below(limits.minGood).length > seen.length * limits.maxBadShare) {
    const asIs: ReadByBoth = { lines: first, byModel: 0, byTesseract: first.length }
    // A page that does not stand upright is read once it does.
    if ((await turnsOfLines(raster, seen, networks)).length > 0) return asIs
    const all = await time.again(() => readByModel(raster, seen, networks, time))
    return all !== null && sureLength(all.lines) > sureLength(first) ? all : asIs
  }
  const again: SecondReading[] = []
  for (const line of below(limits.minSure)) {
    const lines = await time.again(() => readSeenLines(raster, [line], networks, time.leftMs()))
    if (lines === null) break
    again.push(...lines.map((read) => ({ line, read })))
  }
  const page = [...first, ...again.map(({ read }) => read)]
  const better = again
    .flatMap(({ line, read }) => withoutStrayIdeographs([read], page).map((each) => ({ line, read: each })))
    .filter(
      ({ line, read }) =>
        isText(read) && confidenceOfWords(read.words) > confidenceWithin(first, line) + limits.minGain,
    )
  const kept = first.flatMap((line) => {
    const words = line.words.filter((word) => !better.some((each) => isIn(word, each.line)))
    return words.length === 0 ? [] : [{ ...line, words }]
  })
  return {
    lines: [...kept, ...better.map(({ read }) => read)],
    byModel: better.length,
    byTesseract: kept.length,
  }
}

/** A line, and how the networks read it after Tesseract. */
type SecondReading = { readonly line: SeenLine; readonly read: RecognizedLine }

const readByModel = async (
  raster: Raster,
  seen: readonly SeenLine[],
  networks: Networks,
  time: RecognitionTime,
): Promise<ReadByBoth> => {
  const read = await readSeenLines(raster, seen, networks, time.leftMs())
  const lines = withoutStrayIdeographs(read, read)
  return { lines, byModel: lines.length, byTesseract: 0 }
}

/** How long lines are in all, each in its own height: by this the networks take time. */
const lengthInHeights = (seen: readonly SeenLine[]): number =>
  seen.reduce((sum, { length, height }) => sum + Math.max(length, height) / Math.max(1, Math.min(length, height)), 0)

const isIn = ({ box }: RecognizedWord, line: SeenLine): boolean => lineHolds(line, centre(box))

/** How sure Tesseract is of what it read in a line; 0 where it read nothing. */
const confidenceWithin = (lines: readonly RecognizedLine[], line: SeenLine): number =>
  confidenceOfWords(lines.flatMap(({ words }) => words.filter((word) => isIn(word, line))))

/** Signs and figures alone say little of a page, and Tesseract places them better. */
const isText = ({ words }: RecognizedLine): boolean =>
  words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0) >= limits.minLetters

/** How many characters of some lines are right, by their confidence. */
const sureLength = (lines: readonly RecognizedLine[]): number =>
  lines.reduce((sum, { words }) => sum + words.reduce((part, word) => part + word.text.length * word.confidence, 0), 0)

/** The mean, weighted by length. */
const confidenceOfWords = (words: readonly RecognizedWord[]): number => {
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  return length === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / length
}
