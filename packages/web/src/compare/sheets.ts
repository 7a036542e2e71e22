import {
  type ComparedDocument,
  type LaidOutPage,
  type ReportLayout,
  layoutOf,
  newWorkBudget,
  type ParsedProvider,
  parsedProviders,
} from '@polyparse/compare/view'
import type { BlockValue } from '@polyparse/document/schema'
import { hasBoxes, resultReading } from '../result/reading.ts'

/** The readings of a document page by page; each page is laid out when it is first shown. */
export type Sheets = {
  readonly providers: readonly ParsedProvider[]
  readonly outputs: ReportLayout['outputs']
  readonly pages: ReportLayout['pages']
  /** True if any block has a position on its page. */
  readonly hasBoxes: boolean
  readonly unitsOf: ReportLayout['unitsOf']
  sheet(page: number | null): LaidOutPage
  /** The blocks of a provider on a page; `provider` is the index in `providers`. */
  blocks(provider: number, page: number): readonly BlockValue[]
}

/** The work budget of one page: about a tenth of a second. */
const pageBudget = 1_000_000

export const createSheets = (document: ComparedDocument): Sheets => {
  const layout = layoutOf(document)
  const providers = parsedProviders(document)
  const known = new Map<number | null, LaidOutPage>()
  const blocks = providers.map(({ parsed }) => {
    const reading = resultReading(parsed)
    return new Map(reading?.pages.map((page) => [page.page, page.blocks]))
  })
  return {
    providers,
    outputs: layout.outputs,
    pages: layout.pages,
    hasBoxes: providers.some(({ parsed }) => {
      const reading = resultReading(parsed)
      return reading !== null && hasBoxes(reading)
    }),
    unitsOf: layout.unitsOf,
    sheet: (page) => {
      const sheet = known.get(page) ?? layout.layOutPage(page, newWorkBudget(pageBudget))
      known.set(page, sheet)
      return sheet
    },
    blocks: (provider, page) => blocks[provider]?.get(page) ?? [],
  }
}
