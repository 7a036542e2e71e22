import type { DisputeSide } from '@polyparse/contract'
import { itemAt } from '@polyparse/document/items'
import { anchors, parsedProviders, type ComparedDocument, type ParsedProvider } from '../compared-document.ts'
import { sideFinder, type WordRange } from './find-sides.ts'
import { marksOfText, type TextMarks } from './marks.ts'
import type { WorkBudget } from './pair-words.ts'
import type { TextPage, Texts, PageUnit } from './text-page.ts'
import { textsOfResult } from './texts-of.ts'
import { columnOf, type Column } from './words.ts'

/** The texts of a document side by side, page by page, with their marks. */
export type LaidOut = {
  /** The output that each provider's text is from, by provider. */
  readonly outputs: ReadonlyMap<string, Texts['output']>
  readonly pages: readonly LaidOutPage[]
  /** The anchors of all disputes that were found in the texts. */
  readonly found: ReadonlySet<string>
}

/** A page with a column for each provider that parsed the document, in their order. */
export type LaidOutPage = {
  /** 1-based; null for a text that is not divided into pages. */
  readonly page: number | null
  /** The size in points, as the first provider says that knows it. */
  readonly size: TextPage['size']
  readonly columns: readonly LaidOutColumn[]
}

/** One provider's text of a page, with how its words differ from the others and where disputes are. */
export type LaidOutColumn = {
  readonly provider: ParsedProvider
  /** Null when the provider has no such page. */
  readonly column: Column | null
  readonly marks: TextMarks
  readonly spots: readonly ReportSpot[]
}

/** A dispute in a column: its number in the report, the words that it is about, and its anchor. */
export type ReportSpot = { readonly number: number; readonly range: WordRange; readonly anchor: string }

/** The pages of a document before they are compared, which takes time and is done page by page, as they are needed. */
export type ReportLayout = {
  readonly outputs: LaidOut['outputs']
  /** The pages in order; null is a text that is not divided into pages. */
  readonly pages: readonly (number | null)[]
  /** Returns what each provider has of one of `pages`; null when it has no such page. */
  readonly unitsOf: (page: number | null) => readonly (readonly PageUnit[] | null)[]
  /** Compares the texts of one of `pages` and spends the budget; what is too different for it is marked whole. */
  readonly layOutPage: (page: number | null, budget: WorkBudget) => LaidOutPage
}

/** Lays out all pages. */
export const layOutReport = (document: ComparedDocument, budget: WorkBudget): LaidOut => {
  const { outputs, pages: numbers, layOutPage } = layoutOf(document)
  const pages = numbers.map((page) => layOutPage(page, budget))
  return {
    outputs,
    pages,
    found: new Set(pages.flatMap(({ columns }) => columns.flatMap(({ spots }) => spots.map(({ anchor }) => anchor)))),
  }
}

/**
 * Prepares a document to be laid out page by page. The texts are those of the output with the most structure that each
 * provider has.
 *
 * @example
 * const { pages, layOutPage } = layoutOf(document)
 * const first = layOutPage(pages[0], newWorkBudget())
 */
export const layoutOf = (document: ComparedDocument): ReportLayout => {
  const providers = parsedProviders(document)
  const sides = groupDisputeSides(document)
  const texts = providers.map(({ parsed }) => textsOfResult(parsed))
  const byNumber = texts.map(({ pages }) => new Map(pages.map((page) => [page.page, page])))
  const pages = [...new Set(byNumber.flatMap((pages) => [...pages.keys()]))].toSorted(
    (one, other) => (one ?? 0) - (other ?? 0),
  )
  const layOutPage = (number: number | null, budget: WorkBudget): LaidOutPage => {
    const own = byNumber.map((pages) => pages.get(number) ?? null)
    const columns = own.map((page) => columnOf(page ?? { units: [] }))
    const marks = marksOfText(columns, budget)
    return {
      page: number,
      size: own.find((page) => page !== null && page.size !== null)?.size ?? null,
      columns: providers.map((provider, index) => {
        const column = itemAt(columns, index)
        return {
          provider,
          column: own[index] === null ? null : column,
          marks: itemAt(marks, index),
          spots: spotsIn(document, sides, provider, index, number, column),
        }
      }),
    }
  }
  return {
    outputs: new Map(providers.map(({ id }, index) => [id, texts[index]?.output ?? null])),
    pages,
    unitsOf: (number) => byNumber.map((own) => own.get(number)?.units ?? null),
    layOutPage,
  }
}

/** The sides of the disputes with their numbers, by provider and page; for an undivided text, by provider only. */
type SidesByProviderPage = ReadonlyMap<string, readonly { readonly number: number; readonly side: DisputeSide }[]>

const groupDisputeSides = ({ disputes }: ComparedDocument): SidesByProviderPage => {
  const sides = disputes.flatMap(({ number, dispute }) => dispute.sides.map((side) => ({ number, side })))
  return new Map([
    ...Map.groupBy(sides, ({ side }) => keyOfProviderPage(side.provider, side.page)),
    ...Map.groupBy(sides, ({ side }) => keyOfProviderPage(side.provider, null)),
  ])
}

const keyOfProviderPage = (provider: string, page: number | null): string => `${page ?? 'all'} ${provider}`

const spotsIn = (
  document: ComparedDocument,
  sides: SidesByProviderPage,
  provider: ParsedProvider,
  index: number,
  page: number | null,
  column: Column,
): ReportSpot[] => {
  const own = sides.get(keyOfProviderPage(provider.id, page))
  if (own === undefined) return []
  const find = sideFinder(column)
  return own.flatMap(({ number, side }) => {
    const range = find(side)
    return range === null ? [] : [{ number, range, anchor: anchors.spot(document, number, index) }]
  })
}
