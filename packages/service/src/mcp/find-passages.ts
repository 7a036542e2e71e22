import type { PageValue } from '@polyparse/document'
import { queryWords } from './words-of.ts'

export type FoundPassage = { readonly page: number; readonly text: string; readonly score: number }

/** The most characters of a passage. */
const maxPassage = 1500

/** The characters from which on a word of the query also finds the words that begin with it. */
const minPrefix = 4

/**
 * The passages of a document that have words of the query, the best first: each word counts by how rare it is among the
 * passages (its inverse document frequency), and words that begin with one of the query count too.
 */
export const findPassages = async (
  pages: AsyncIterable<Pick<PageValue, 'page' | 'markdown'>>,
  query: string,
): Promise<FoundPassage[]> => {
  const wantedIn = createLookup(new Set(queryWords(query)))
  const passages: { readonly page: number; readonly text: string; readonly found: ReadonlySet<string> }[] = []
  const frequencies = new Map<string, number>()
  let count = 0
  for await (const { page, markdown } of pages)
    for (const text of markdown.split(/\n{2,}/)) {
      const words = new Set(queryWords(text))
      if (words.size === 0) continue
      count += 1
      const found = new Set([...words].flatMap(wantedIn))
      if (found.size === 0) continue
      for (const word of found) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
      passages.push({ page, text: text.slice(0, maxPassage), found })
    }
  const weightOf = (word: string): number => Math.log(1 + count / (1 + (frequencies.get(word) ?? 0)))
  return passages
    .map(({ page, text, found }) => {
      const score = [...found].reduce((sum, word) => sum + weightOf(word), 0)
      return { page, text, score: Math.round(score * 1000) / 1000 }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** The words of the query that a word of the document answers; what was looked up once is remembered. */
const createLookup = (wanted: ReadonlySet<string>): ((word: string) => readonly string[]) => {
  const longest = Math.max(0, ...[...wanted].map(({ length }) => length))
  const known = new Map<string, readonly string[]>()
  const lookUp = (word: string): string[] => {
    const lengths = Array.from(
      { length: Math.max(0, Math.min(word.length - 1, longest) - minPrefix + 1) },
      (_, n) => n + minPrefix,
    )
    return [word, ...lengths.map((length) => word.slice(0, length))].filter((each) => wanted.has(each))
  }
  return (word) => {
    const found = known.get(word) ?? lookUp(word)
    known.set(word, found)
    return found
  }
}
