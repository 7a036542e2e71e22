import { itemAt } from '@polyparse/document/items'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import { foldText } from '../values/fold.ts'
import type { LinedPage, PageLine } from './page-lines.ts'

/** The evidence that a page continues the one before. */
export type ContinuityMarks = {
  readonly page: number
  readonly size: readonly [number, number] | null
  readonly number: PrintedNumber | null
  /** The lines at its top and bottom, without numbers. */
  readonly edges: ReadonlySet<string>
  /** Numbers such as that of an invoice or an account. */
  readonly identifiers: ReadonlySet<string>
  /** True if its text begins, or ends, within a sentence. */
  readonly beginsWithin: boolean
  readonly endsWithin: boolean
  readonly isEmpty: boolean
}

/** The number that a page gives itself within its document. */
type PrintedNumber = {
  readonly value: number
  /** True if words, or the number of all pages, come with it: a number alone may be any. */
  readonly isClear: boolean
}

/** The continuity of a page: it begins a document, or it continues one with a certainty of 0–1; 0 without evidence. */
export type Continuity = { readonly begins: true } | { readonly begins: false; readonly certainty: number }

/* The certainty that a page continues the one before, by the kind of evidence. */
const byNumber = 0.97
const byIdentifiers = 0.9
const byEdges = 0.85
const bySecondNumber = 0.85
const bySentence = 0.85

/** The certainty from which a page goes on with the one before, whatever else it has at its top. */
export const surelyGoesOn = 0.95

/** Points by which the sides of two pages of one size differ at most. */
const sizeTolerance = 6

/** Judges whether a page continues the one before. */
export const continuityOf = (before: ContinuityMarks, page: ContinuityMarks): Continuity => {
  const [earlier, later] = [before.number, page.number]
  if (earlier !== null && later !== null && later.value - earlier.value === page.page - before.page)
    return goesOn(byNumber)
  if (later?.isClear === true && (later.value === 1 || earlier?.isClear === true)) return { begins: true }
  if (later?.value === 1 && earlier !== null) return { begins: true }
  if (sharesAny(before.identifiers, page.identifiers)) return goesOn(byIdentifiers)
  if (sharesAny(before.edges, page.edges)) return goesOn(byEdges)
  if (before.size !== null && page.size !== null && !haveOneSize(before.size, page.size)) return { begins: true }
  // The first page of many documents has no number.
  if (later?.isClear === true) return later.value === 2 ? goesOn(bySecondNumber) : { begins: true }
  if (before.endsWithin && page.beginsWithin) return goesOn(bySentence)
  return goesOn(0)
}

const goesOn = (certainty: number): Continuity => ({ begins: false, certainty })

const sharesAny = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => !one.isDisjointFrom(other)

/** A page that is turned has the size of the others. */
const haveOneSize = (one: readonly [number, number], other: readonly [number, number]): boolean =>
  Math.abs(Math.min(...one) - Math.min(...other)) <= sizeTolerance &&
  Math.abs(Math.max(...one) - Math.max(...other)) <= sizeTolerance

/** Lines at the top and at the bottom of a page among which are its number and what is repeated. */
const edgeLines = 3
/** Letters that a repeated line has at least. */
const edgeLetters = 8
/** Identifiers of one page that are compared. */
const maxIdentifiers = 2000

export const marksOfPage = (
  { page, width, height, lines }: LinedPage,
  { words, tokens, firstTokens }: IndexedReading,
): ContinuityMarks => {
  const textOf = ({ first, last }: PageLine): string =>
    words
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join(' ')
  const outer = lines.filter(
    ({ isRunning }, index) => isRunning || index < edgeLines || index >= lines.length - edgeLines,
  )
  const texts = outer.map(textOf).filter((text) => text.length <= maxEdge)
  const body = lines.filter(({ isRunning }) => !isRunning)
  const [first, last] = [body.at(0), body.at(-1)]
  const from = firstTokens[lines.at(0)?.first ?? words.length] ?? tokens.length
  const to = firstTokens[(lines.at(-1)?.last ?? words.length) + 1] ?? tokens.length
  return {
    page,
    size: width === null || height === null ? null : [width, height],
    number: pageNumberIn(texts),
    edges: new Set(texts.map(withoutNumbers).filter((text) => text.length >= edgeLetters)),
    identifiers: new Set(identifiersIn(tokens.slice(from, to).map(({ text }) => text))),
    beginsWithin: first !== undefined && isProse(first) && /^\p{Ll}/u.test(textOf(first)),
    endsWithin: last !== undefined && isProse(last) && !/[.!?:…]["”»)]?$/u.test(textOf(last)),
    isEmpty: lines.length === 0,
  }
}

/** Words of a line of text at least: shorter ones are labels and rows. */
const proseWords = 6
const isProse = ({ first, last }: PageLine): boolean => last - first + 1 >= proseWords

/** Characters of a line that is repeated at most; a paragraph is longer. */
const maxEdge = 120

const identifiersIn = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.length >= 6 && (text.match(/\d/g)?.length ?? 0) >= 4).slice(0, maxIdentifiers)

const withoutNumbers = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()

const pageWords = 'page|pg|p\\.|seite|s\\.|blatt|pagina|pag|hoja|folha|foglio|blad|bladzijde'
const ofWords = 'of|von|de|sur|di|van|aus|/'
const numbered = new RegExp(
  `(?:^|[^\\p{L}])(?:${pageWords})\\.?:? ?(\\d{1,4})(?: ?(?:${ofWords}) ?(\\d{1,4}))?(?:$|[^\\d.,])`,
  'u',
)
const bare = /^[-–— ]*(\d{1,3})(?: ?\/ ?(\d{1,3}))?[-–— ]*$/u

/** The number that a page says it has, in words or as the only thing on a line. */
const pageNumberIn = (texts: readonly string[]): PrintedNumber | null => {
  for (const pattern of [numbered, bare])
    for (const text of texts) {
      const [, number, total] = pattern.exec(foldText(text)) ?? []
      if (number === undefined || (total !== undefined && Number(number) > Number(total))) continue
      if (Number(number) > 0) return { value: Number(number), isClear: pattern === numbered || total !== undefined }
    }
  return null
}

/** The marks of pages in their order. */
export const marksOfPages = (pages: readonly LinedPage[], reading: IndexedReading): ContinuityMarks[] =>
  pages.map((page) => marksOfPage(page, reading))

/** Judges for each page but the first whether it continues the last one before it that is not empty. */
export const continuitiesOf = (marks: readonly ContinuityMarks[]): (Continuity | null)[] => {
  let before: ContinuityMarks | null = null
  return marks.map((page, index) => {
    if (page.isEmpty) return null
    const continuity = before === null ? null : continuityOf(before, itemAt(marks, index))
    before = page
    return continuity
  })
}
