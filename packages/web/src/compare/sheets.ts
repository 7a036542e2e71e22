import {
  type ComparedDocument,
  type LaidOutPage,
  type Layout,
  layoutOf,
  newEffort,
  parsedOf,
  type ParsedProvider,
} from '@polyparse/compare/report'
import type { BlockValue } from '@polyparse/document/schema'
import { hasBoxes, readingOf } from '../result/reading.ts'

/** The readings of a document page by page; each page is laid out when it is first looked at. */
export type Sheets = {
  readonly providers: readonly ParsedProvider[]
  readonly outputs: Layout['outputs']
  readonly pages: Layout['pages']
  /** Whether anything has a place on its page. */
  readonly hasBoxes: boolean
  sheet(page: number | null): LaidOutPage
  /** What a provider has on a page, with places; in the order of `providers`. */
  blocks(provider: number, page: number): readonly BlockValue[]
}

/** The steps of looking for differences that one page may take: a tenth of a second. */
const effortOfPage = 1_000_000

export const createSheets = (document: ComparedDocument): Sheets => {
  const layout = layoutOf(document)
  const providers = parsedOf(document)
  const known = new Map<number | null, LaidOutPage>()
  const blocks = providers.map(({ parsed }) => {
    const reading = readingOf(parsed)
    return new Map(reading?.pages.map((page) => [page.page, page.blocks]))
  })
  return {
    providers,
    outputs: layout.outputs,
    pages: layout.pages,
    hasBoxes: providers.some(({ parsed }) => {
      const reading = readingOf(parsed)
      return reading !== null && hasBoxes(reading)
    }),
    sheet: (page) => {
      const sheet = known.get(page) ?? layout.layOutPage(page, newEffort(effortOfPage))
      known.set(page, sheet)
      return sheet
    },
    blocks: (provider, page) => blocks[provider]?.get(page) ?? [],
  }
}
