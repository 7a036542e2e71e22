import { firstOf, itemAt, lastOf } from '@polyparse/document/items'

/** The evidence that a document's own words give about a word that is divided at the end of a line. */
export type Vocabulary = {
  /** Tells whether the hyphen between two parts belongs to the word: `dual-` and `encoder`, but not `infor-` and `mation`. */
  hasHyphen(head: string, tail: string): boolean
}

/** Parts shorter than this are prefixes and endings that say nothing. */
const minPart = 3

/**
 * A vocabulary of texts. A hyphen belongs to a word that the document has with it elsewhere, and more often than without
 * it. If it has neither, the hyphen stays where the parts are used like that: one of them in another compound, the other
 * as a word.
 */
export const createVocabulary = (texts: readonly string[]): Vocabulary => {
  const words = new Map<string, number>()
  const firsts = new Set<string>()
  const lasts = new Set<string>()
  for (const text of texts) {
    for (const [word] of text
      .toLowerCase()
      .replaceAll('\u2010', '-')
      .matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
      words.set(word, (words.get(word) ?? 0) + 1)
      const parts = word.split('-')
      if (parts.length > 1) firsts.add(firstOf(parts)).add(itemAt(parts, parts.length - 2))
      if (parts.length > 1) lasts.add(lastOf(parts)).add(itemAt(parts, 1))
    }
  }
  return {
    hasHyphen: (head, tail) => {
      if (head.endsWith('\u00AD')) return false
      const stem = /[\p{L}\p{N}-]*$/u.exec(head.toLowerCase().slice(0, -1))?.[0] ?? ''
      const end = /^[\p{L}\p{N}]*/u.exec(tail.toLowerCase())?.[0] ?? ''
      const [solid, compound] = [words.get(stem + end) ?? 0, words.get(`${stem}-${end}`) ?? 0]
      if (solid !== compound) return compound > solid
      if (stem.includes('-') || !/^\p{L}{2}/u.test(stem) || /\p{N}$/u.test(stem) || !/^\p{Ll}/u.test(tail)) return true
      if (stem.length < minPart || end.length < minPart) return false
      return (lasts.has(end) && words.has(stem)) || (firsts.has(stem) && words.has(end))
    },
  }
}

/** The words after which a part of a compound is left out, in seven languages: `pre- and post-war`. */
const conjunctions = new Set('and or to und oder bzw bis et ou à y o a e ed ou en of tot'.split(' '))

/**
 * Tells whether a text begins with a conjunction, before which a hyphen replaces a part of a word.
 * @example isSuspended('and') // true
 */
export const isSuspended = (text: string): boolean => conjunctions.has(text.toLowerCase().replace(/\P{L}+$/u, ''))
