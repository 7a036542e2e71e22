import type { PageValue } from '@polyparse/document'

export type Passage = { readonly page: number; readonly text: string; readonly score: number }

/** The most characters of a passage. */
const maxPassage = 1500

/**
 * The passages of a document that have words of the query, the best first: each word counts by how rare it is among the
 * passages (its inverse document frequency), and words at whose start one of the query stands count too.
 */
export const findPassages = (pages: readonly Pick<PageValue, 'page' | 'markdown'>[], query: string): Passage[] => {
  const wanted = [...new Set(wordsOf(query))]
  const passages = pages.flatMap(({ page, markdown }) =>
    markdown.split(/\n{2,}/).flatMap((text) => {
      const words = new Set(wordsOf(text))
      return words.size === 0 ? [] : [{ page, text: text.slice(0, maxPassage), words: [...words] }]
    }),
  )
  const found = passages.map(({ words }) =>
    wanted.filter((word) => words.some((each) => each === word || (word.length > 3 && each.startsWith(word)))),
  )
  const weights = new Map(
    wanted.map((word) => [
      word,
      Math.log(1 + passages.length / (1 + found.filter((has) => has.includes(word)).length)),
    ]),
  )
  return passages
    .map(({ page, text }, index) => {
      const score = (found[index] ?? []).reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
      return { page, text, score: Math.round(score * 1000) / 1000 }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
