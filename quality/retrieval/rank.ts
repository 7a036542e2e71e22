import type { ChunkValue } from '@polyparse/document/schema'
import type { RetrievalQuestion } from './questions.ts'

/** A chunk and the document that it is of. */
export type IndexedChunk = { readonly document: string; readonly chunk: ChunkValue }

/** Of BM25, as in the books: how soon repeated words count no more, and how much length counts. */
const saturation = 1.2
const lengthWeight = 0.75

/** A function that ranks chunks by the words of a question (BM25); those that share no word with it come last. */
export const rankerOf = (chunks: readonly IndexedChunk[]): ((question: string) => IndexedChunk[]) => {
  const indexed = chunks.map((entry) => {
    const words = wordsOf(entry.chunk.text)
    return { entry, length: words.length, counts: countsOf(words) }
  })
  const meanLength = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length
  const weightOf = (word: string): number => {
    const having = indexed.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
  }
  return (question) => {
    const weights = [...new Set(wordsOf(question))].map((word) => [word, weightOf(word)] as const)
    const scored = indexed.map(({ entry, length, counts }) => {
      const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / meanLength)
      const score = weights.reduce((sum, [word, weight]) => {
        const found = counts.get(word) ?? 0
        return sum + (weight * found * (saturation + 1)) / (found + norm)
      }, 0)
      return { entry, score }
    })
    return scored.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry)
  }
}

/** The place, from 1, of the first chunk that answers; null if none does. */
export const placeOfAnswer = (
  ranked: readonly IndexedChunk[],
  { document, answer }: RetrievalQuestion,
): number | null => {
  const at = ranked.findIndex(
    (entry) => entry.document === document && answer.every((text) => folded(entry.chunk.text).includes(folded(text))),
  )
  return at === -1 ? null : at + 1
}

const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutPlural)

/** Enough of a stemmer for questions of which the documents have the words. */
const withoutPlural = (word: string): string => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[‘’]/g, "'").toLowerCase()
