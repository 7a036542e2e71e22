import { contentOf } from './content.ts'
import { scoreHeadings } from './headings.ts'
import { scoreLists } from './lists.ts'
import { pairsIn, pairTablesAsText, scorePairs } from './pairs.ts'
import { scoreTables } from './tables.ts'
import { scoreText, tablesIn } from './text.ts'

export const metrics = ['text', 'tables', 'headings', 'lists', 'pairs'] as const
export type Metric = (typeof metrics)[number]

/** Each 0 to 1; null where the truth has nothing of the kind. */
export type Scores = Readonly<Record<Metric, number | null>>

/** Scores how well the Markdown read from a document matches the truth, also Markdown. */
export const score = (truth: string, read: string): Scores => {
  const pairs = pairsIn(truth)
  const expected = contentOf(truth)
  const actual = pairTablesAsText(pairs, contentOf(read))
  return {
    text: scoreText(expected, actual),
    tables: scoreTables(tablesIn(expected), tablesIn(actual)),
    headings: scoreHeadings(expected, actual),
    lists: scoreLists(expected, actual),
    pairs: scorePairs(pairs, actual),
  }
}

/** A document's overall figure: the mean of those that apply. */
export const overallOf = (scores: Scores): number => {
  const applying = metrics.map((metric) => scores[metric]).filter((value) => value !== null)
  return applying.reduce((sum, value) => sum + value, 0) / applying.length
}
