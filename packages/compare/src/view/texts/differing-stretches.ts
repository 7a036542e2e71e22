import { diffArrays, diffChars } from 'diff'
import { isNumericWord, reportWords, type ReportWord } from './words.ts'
import { marking } from '../parameters.ts'

/** A stretch from `start` to before `end`, in UTF-16 code units. */
export type TextStretch = { readonly start: number; readonly end: number }

/**
 * The stretches of a text that another does not have: by words, and by characters within numbers. Offsets are UTF-16
 * code units of `text`, ascending. Case, punctuation and the style of quotes and dashes make no difference. All of a
 * text is one stretch where the other has no words, or the two differ too much to be compared.
 *
 * @example
 * differingStretches('13,517', '13,617') // [{ start: 3, end: 4 }]
 */
export const differingStretches = (text: string, other: string): TextStretch[] => {
  const [words, others] = [reportWords(text), reportWords(other)]
  const whole = [{ start: 0, end: text.length }]
  if (text === '' || text === other) return []
  if (others.length === 0) return whole
  const keys = (of: readonly ReportWord[]): string[] => of.map(({ key }) => key)
  const changes = diffArrays(keys(others), keys(words), { maxEditLength: marking.maxSideEdits })
  if (changes === undefined) return whole
  const found: TextStretch[] = []
  let [at, otherAt] = [0, 0]
  let lost: readonly ReportWord[] = []
  for (const { added, removed, count } of changes) {
    if (removed) {
      lost = others.slice(otherAt, otherAt + count)
      otherAt += count
      continue
    }
    if (added) for (const one of replaced(text, words.slice(at, at + count), other, lost)) found.push(one)
    else otherAt += count
    at += count
    lost = []
  }
  return found
}

/** Words in the place of other words. Numbers in the place of numbers are compared by characters. */
const replaced = (
  text: string,
  words: readonly ReportWord[],
  other: string,
  lost: readonly ReportWord[],
): TextStretch[] => {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return []
  const areNumbers = words.length === lost.length && [...words, ...lost].every(isNumericWord)
  if (!areNumbers) return [{ start: first.start, end: last.end }]
  return words.flatMap((word, index) => {
    const partner = lost[index]
    return partner === undefined ? [word] : diffWordCharacters(text, word, other.slice(partner.start, partner.end))
  })
}

const diffWordCharacters = (text: string, word: ReportWord, partner: string): TextStretch[] => {
  const found: TextStretch[] = []
  let at = word.start
  const changes = diffChars(partner, text.slice(word.start, word.end), { maxEditLength: marking.maxSideEdits })
  for (const { added, removed, value } of changes ?? []) {
    if (removed) continue
    if (added) found.push({ start: at, end: at + value.length })
    at += value.length
  }
  // If characters are only missing, the number as a whole is all there is to mark.
  return found.length > 0 ? found : [word]
}
