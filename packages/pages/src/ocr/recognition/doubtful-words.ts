import { centre } from '@polyparse/document'
import { lineHolds, placeInLine, type SeenLine } from '../paddle/find-lines.ts'
import { recognition } from '../paddle/parameters.ts'
import { twoRecognizers as limits } from '../parameters.ts'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'

/** Words of a line side by side of which the recogniser that read them is not sure, and the part of the line that they are in. */
type DoubtfulWords = { readonly words: readonly RecognizedWord[]; readonly part: SeenLine }

/** The words of which a recogniser is not sure in lines that another one sees, those with figures first. */
export const doubtfulWords = (lines: readonly RecognizedLine[], seen: readonly SeenLine[]): DoubtfulWords[] =>
  seen
    .filter(({ height, length }) => height <= length * recognition.minUprightRatio)
    .flatMap((line) => lines.flatMap(({ words }) => doubtfulIn(words, line)))
    .toSorted((one, other) => Number(hasFigures(other)) - Number(hasFigures(one)))

/** Tells whether a line, in which some words were read, has a stretch in which nothing was: it may be in a shadow. */
export const hasUnreadStretch = (words: readonly RecognizedWord[], line: SeenLine): boolean => {
  let reached = -line.length / 2
  let widest = 0
  for (const [from, to] of words.map((word) => endsOf(word, line)).toSorted(([one], [other]) => one - other)) {
    widest = Math.max(widest, from - reached)
    reached = Math.max(reached, to)
  }
  return Math.max(widest, line.length / 2 - reached) > line.height * limits.minUnread
}

/** Returns where a word begins and ends along a line. */
const endsOf = ({ box }: RecognizedWord, line: SeenLine): readonly [from: number, to: number] => {
  const [, y] = centre(box)
  return [placeInLine(line, [box[0], y])[0], placeInLine(line, [box[2], y])[0]]
}

const hasFigures = ({ words }: DoubtfulWords): boolean => words.some(({ text }) => /\p{N}/u.test(text))

const doubtfulIn = (words: readonly RecognizedWord[], line: SeenLine): DoubtfulWords[] => {
  const runs: { words: RecognizedWord[]; from: number; to: number }[] = []
  for (const [index, word] of words.entries()) {
    if (word.confidence >= limits.minAlone || !/[\p{L}\p{N}]/u.test(word.text) || !lineHolds(line, centre(word.box)))
      continue
    const run = runs.at(-1)
    if (run?.to === index) {
      run.words.push(word)
      run.to = index + 1
    } else runs.push({ words: [word], from: index, to: index + 1 })
  }
  return runs.map((run) => ({
    words: run.words,
    part: partOfLine(line, run.words, { before: words[run.from - 1], after: words[run.to] }),
  }))
}

/** The part of a line that some words are in, with a half of the white beside them. */
const partOfLine = (
  line: SeenLine,
  words: readonly RecognizedWord[],
  { before, after }: { readonly before: RecognizedWord | undefined; readonly after: RecognizedWord | undefined },
): SeenLine => {
  const ends = (word: RecognizedWord): readonly [number, number] => endsOf(word, line)
  const from = Math.min(...words.map((word) => ends(word)[0]))
  const to = Math.max(...words.map((word) => ends(word)[1]))
  const margin = line.height * limits.maxMargin
  const left = before === undefined ? margin : Math.min(margin, Math.max(0, (from - ends(before)[1]) / 2))
  const right = after === undefined ? margin : Math.min(margin, Math.max(0, (ends(after)[0] - to) / 2))
  const [start, end] = [Math.max(-line.length / 2, from - left), Math.min(line.length / 2, to + right)]
  const along = (start + end) / 2
  return {
    ...line,
    middle: [line.middle[0] + along * Math.cos(line.angle), line.middle[1] + along * Math.sin(line.angle)],
    length: Math.max(1, end - start),
  }
}
