import { diffArrays, diffChars } from 'diff'
import { isFigure, wordsOf, type Word } from './words.ts'

/** More than this many words or characters differ only between texts that are different altogether. */
const maxEdits = 400

export type TextStretch = { readonly start: number; readonly end: number }

/** What of a text another one does not have: by words, within numbers by characters. */
export const differingStretches = (text: string, other: string): TextStretch[] => {
  const [words, others] = [wordsOf(text), wordsOf(other)]
  const whole = [{ start: 0, end: text.length }]
  if (text === '' || text === other) return []
  if (others.length === 0) return whole
  const keys = (of: readonly Word[]): string[] => of.map(({ key }) => key)
  const changes = diffArrays(keys(others), keys(words), { maxEditLength: maxEdits })
  if (changes === undefined) return whole
  const found: TextStretch[] = []
  let [at, otherAt] = [0, 0]
  let lost: readonly Word[] = []
  for (const { added, removed, count } of changes) {
    if (removed) {
      lost = others.slice(otherAt, otherAt + count)
      otherAt += count
      continue
    }
    if (added) found.push(...replaced(text, words.slice(at, at + count), other, lost))
    else otherAt += count
    at += count
    lost = []
  }
  return found
}

/** Words that stand where the other has other words: numbers in the place of numbers differ in some of their characters. */
const replaced = (text: string, words: readonly Word[], other: string, lost: readonly Word[]): TextStretch[] => {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return []
  const areFigures = words.length === lost.length && [...words, ...lost].every(isFigure)
  if (!areFigures) return [{ start: first.start, end: last.end }]
  return words.flatMap((word, index) => {
    const partner = lost[index]
    return partner === undefined ? [word] : characters(text, word, other.slice(partner.start, partner.end))
  })
}

const characters = (text: string, word: Word, partner: string): TextStretch[] => {
  const found: TextStretch[] = []
  let at = word.start
  const changes = diffChars(partner, text.slice(word.start, word.end), { maxEditLength: maxEdits })
  for (const { added, removed, value } of changes ?? []) {
    if (removed) continue
    if (added) found.push({ start: at, end: at + value.length })
    at += value.length
  }
  // Characters that are only missing leave nothing to mark but the number.
  return found.length > 0 ? found : [word]
}
