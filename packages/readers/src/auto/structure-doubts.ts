import type { Document, Warning } from '@polyparse/document'
import { doubtsOfHeadings } from './heading-doubts.ts'
import { doubtsOfLists } from './list-doubts.ts'
import { lostTables } from './lost-tables.ts'
import { doubtsOfOrder } from './order-doubts.ts'
import type { SecondPage } from './second-reading.ts'
import { tellDoubts } from './structure-doubt.ts'

/** A warning for each page on which headings, lists, the order of texts or tables that were not found are in doubt. */
export const doubtStructure = (
  { pages, outline, fields = [] }: Pick<Document, 'pages' | 'outline' | 'fields'>,
  second: ReadonlyMap<number, SecondPage>,
): Warning[] => {
  const forms = new Set(fields.map(({ page }) => page))
  return [
    ...tellDoubts('headings_uncertain', 'The headings', doubtsOfHeadings(pages, outline)),
    ...tellDoubts('lists_uncertain', 'The lists', doubtsOfLists(pages.flatMap(({ blocks }) => blocks))),
    ...tellDoubts(
      'order_uncertain',
      'The order',
      pages.flatMap((page) => doubtsOfOrder(page, second.get(page.number), forms.has(page.number))),
    ),
    ...tellDoubts(
      'table_uncertain',
      'The tables',
      pages.flatMap(({ number, blocks }) => lostTables(blocks, forms.has(number))),
    ),
  ]
}
