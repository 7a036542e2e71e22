import type { Warning, WarningCode } from '@polyparse/document'
import type { JudgedDocument } from './table.ts'

/** A document with what its reader says of it as a whole, beside how good it is. */
export type ScoredDocument = JudgedDocument & {
  readonly set: string
  /** 0 to 1. */
  readonly score: number
  readonly warnings: readonly Warning[]
}

const good = 0.95
const doubtful = 0.9

/** Warnings that say what of a page or a table is in doubt; `low_confidence` says where to look. */
const naming: ReadonlySet<string> = new Set<WarningCode>([
  'table_uncertain',
  'headings_uncertain',
  'lists_uncertain',
  'order_uncertain',
  'text_layer_repaired',
  'text_layer_untrusted',
  'character_unknown',
  'low_text_yield',
  'picture_text_unread',
  'page_without_text',
  'script_not_covered',
  'language_not_covered',
  'handwriting_not_read',
  'implausible_text',
  'oblique_text',
  'content_omitted',
])

/** Those about the structure alone, which documents that are as good as right should not have. */
const structural: ReadonlySet<string> = new Set<WarningCode>([
  'table_uncertain',
  'headings_uncertain',
  'lists_uncertain',
  'order_uncertain',
])

const asGoodAsRight = 0.99

/**
 * For each set, and for all: how many documents are no better than .95, how many of them have a warning that doubts them, and
 * one that names what is in doubt; how many wrong numbers are below .9; how many of the right pages have `low_confidence`; how many pages the
 * documents above .99 have, and how many of these have a doubt about their structure.
 */
export const doubtsBySet = (documents: readonly ScoredDocument[]): string => {
  const sets = [...Map.groupBy(documents, ({ set }) => set)].toSorted(([one], [other]) => one.localeCompare(other))
  return [
    'set              documents  at .95 or less  told  named   wrong numbers  below .9   right pages  low_confidence   pages above .99  doubted',
    ...[...sets, ['all', documents] as const].map(([set, some]) => lineOfSet(set, some)),
  ].join('\n')
}

const lineOfSet = (set: string, documents: readonly ScoredDocument[]): string => {
  const poor = documents.filter(({ score }) => score <= good)
  const isNamed = ({ warnings }: ScoredDocument): boolean => warnings.some(({ code }) => naming.has(code))
  const told = poor.filter((document) => document.doubted.size > 0 || isNamed(document))
  const best = documents.filter(({ score }) => score > asGoodAsRight)
  const parts = documents.flatMap((document) => document.parts)
  const pages = documents.map(({ parts: own, pages: count }) => {
    const wrong = new Set(own.filter(({ right }) => !right).map(({ page }) => page))
    return { wrong, right: count - wrong.size }
  })
  const falselyDoubted = documents.map(
    ({ doubted }, index) => [...doubted].filter((page) => pages[index]?.wrong.has(page) !== true).length,
  )
  const figures: readonly (readonly [count: number, width: number])[] = [
    [documents.length, 10],
    [poor.length, 16],
    [told.length, 6],
    [poor.filter(isNamed).length, 7],
    [wrongNumbersOf(parts), 16],
    [wrongNumbersOf(parts.filter(({ confidence }) => confidence < doubtful)), 10],
    [sumOf(pages.map(({ right }) => right)), 14],
    [sumOf(falselyDoubted), 16],
    [sumOf(best.map((document) => document.pages)), 18],
    [sumOf(best.map(pagesInDoubt)), 9],
  ]
  return set.padEnd(16) + figures.map(([count, width]) => String(count).padStart(width)).join('')
}

const pagesInDoubt = ({ warnings }: ScoredDocument): number =>
  new Set(warnings.flatMap(({ code, page }) => (structural.has(code) ? [page] : []))).size

const wrongNumbersOf = (parts: ScoredDocument['parts']): number => sumOf(parts.map(({ wrongNumbers }) => wrongNumbers))

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
