import { type Box, union } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { doubtfulNumberLimits as limits } from '../parameters.ts'
import { calibrate, type RecognizedLine, type RecognizedWord } from './recognition-lines.ts'

/*
 * A number is wrong if one of its characters is, and the smallest of them, the points, commas and colons between its figures, are
 * what faint print loses first. `7.50` is then read as `7 50`, each of whose figures is as sure as can be.
 */

/** Words of a line side by side that are one number if a sign between their figures was not read, from `from` up to `to`. */
export type NumberWithoutSign = {
  readonly words: readonly RecognizedWord[]
  readonly from: number
  readonly to: number
  readonly box: Box
}

/**
 * The numbers of a line that may lack a sign: by how their figures are set, or because a recogniser has half seen one.
 */
export const numbersWithoutSign = ({ words, size }: RecognizedLine): NumberWithoutSign[] =>
  runsOfFigures(words, size).flatMap(({ from, to }) => {
    const run = words.slice(from, to)
    const text = run.map((word) => word.text).join(' ')
    const box = union(run.map((word) => word.box))
    const isHalfSeen = run.some(
      ({ mayLackSign }, index) => mayLackSign === 'within' || (mayLackSign === 'before' && index > 0),
    )
    return box !== null && (isHalfSeen || amountInGroups.test(text)) ? [{ words: run, from, to, box }] : []
  })

/** Figures, or groups of three of them, and once or twice two more, as amounts, times and dates have them after a sign. */
const amountInGroups =
  /^[^\p{N}.,:/]{0,6}(?:\p{Nd}{1,6}|\p{Nd}{1,3}(?: \p{Nd}{3})+)(?: \p{Nd}{2}){1,2}[^\p{N}.,:/]{0,6}$/u

/** Words with figures that follow each other as near as words of a text do: wider white divides columns. */
const runsOfFigures = (words: readonly RecognizedWord[], size: number): { from: number; to: number }[] => {
  const runs: { from: number; to: number }[] = []
  for (const [index, word] of words.entries()) {
    if (!/\p{N}/u.test(word.text)) continue
    const run = runs.at(-1)
    const before = words[index - 1]
    const isNear =
      before !== undefined &&
      /\p{N}$/u.test(before.text) &&
      /^\p{N}/u.test(word.text) &&
      word.box[0] - before.box[2] < size * limits.maxGap
    if (run?.to === index && isNear) run.to = index + 1
    else runs.push({ from: index, to: index + 1 })
  }
  return runs
}

/** Lines with each number as sure as its least sure character, and the texts of those that may lack a sign. */
export const withDoubtsOfNumbers = (
  lines: readonly RecognizedLine[],
): { readonly lines: readonly RecognizedLine[]; readonly unsure: readonly string[] } => {
  const unsure: string[] = []
  const judged = lines.map((line) => {
    const words = line.words.map(asSureAsWeakest)
    for (const number of numbersWithoutSign(line)) {
      unsure.push(number.words.map(({ text }) => text).join(' '))
      for (let index = number.from; index < number.to; index += 1) words[index] = atMostUnsure(itemAt(words, index))
    }
    for (const [index, word] of words.entries()) {
      if (!letterInAmount.test(word.text)) continue
      unsure.push(word.text)
      words[index] = atMostUnsure(word)
    }
    return { ...line, words }
  })
  return { lines: judged, unsure }
}

/** An amount with a letter in it that looks like a figure; not `3.5l`, which is a volume, and not `I.10`, a section. */
const letterInAmount =
  /^(?=.*\p{Nd})(?=.*[OoIl])(?=[^.,]*[\p{Nd}Ol])[^\p{L}\p{N}]*[\p{Nd}OoIl]{1,3}(?:[.,]?[\p{Nd}OoIl]{3})*[.,](?:[\p{Nd}Oo]{2}|[Il]\p{Nd})[^\p{L}\p{N}]*$/u

const atMostUnsure = (word: RecognizedWord): RecognizedWord => ({
  ...word,
  confidence: Math.min(word.confidence, limits.maxWithoutSign),
})

const asSureAsWeakest = (word: RecognizedWord): RecognizedWord =>
  word.weakest === undefined || !/\p{N}/u.test(word.text)
    ? word
    : { ...word, confidence: Math.min(word.confidence, calibrate(word.weakest, limits.byWeakest)) }

/** Tells whether a second reading has the figures of a number with more signs between them than the first. */
export const hasLostSign = (read: string, { words }: Pick<NumberWithoutSign, 'words'>): boolean => {
  const first = words.map(({ text }) => text).join(' ')
  return figuresOf(read) === figuresOf(first) && signsIn(read) > signsIn(first)
}

const figuresOf = (text: string): string => text.replaceAll(/[\s.,:]/g, '')

const signsIn = (text: string): number => text.match(/(?<=\p{N})[.,:](?=\p{N})/gu)?.length ?? 0
