import { union } from '../geometry.ts'
import type { Word } from '../model.ts'

/**
 * The words of a corrected text: those that stay have their places, and new ones that of all that they replace. Null: the words
 * are not those of the text, or nothing says where new ones are.
 */
export const correctedWords = (words: readonly Word[], before: string, after: string): Word[] | null => {
  const [read, wanted] = [wordsOf(before), wordsOf(after)]
  if (read.length !== words.length || words.some(({ text }, index) => text !== read[index])) return null
  const most = Math.min(read.length, wanted.length)
  let start = 0
  while (start < most && read[start] === wanted[start]) start += 1
  let kept = 0
  while (kept < most - start && read.at(-1 - kept) === wanted.at(-1 - kept)) kept += 1
  const replaced = words.slice(start, words.length - kept)
  const beside = replaced.length > 0 ? replaced : words.slice(Math.max(0, start - 1), Math.max(1, start))
  const bbox = union(beside.map((word) => word.bbox))
  if (bbox === null) return null
  const added = wanted.slice(start, wanted.length - kept).map((text) => ({ text, bbox, confidence: 1 }))
  return [...words.slice(0, start), ...added, ...words.slice(words.length - kept)]
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
