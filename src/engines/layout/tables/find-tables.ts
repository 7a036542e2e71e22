import type { Box } from '../../../document/model.ts'
import type { DraftTable } from '../../paged/draft.ts'
import type { ContentWord, PageContent } from '../page-content.ts'

/** A table of a page, with all the words that it is made of. */
export type FoundTable = {
  readonly box: Box
  readonly table: DraftTable
  readonly words: ReadonlySet<ContentWord>
}

/** The tables of a page: those drawn with rules or backgrounds, and those that only the gaps between words show. */
export const findTables = (_page: PageContent): FoundTable[] => []
