import { asPrinted } from '../../layout/page-content.ts'
import { layOut } from '../../layout/lay-out.ts'
import type { PageContent } from '../../layout/page-content.ts'
import type { DraftBlock, DraftPage } from '../../paged/draft.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'
import { turnBack } from './frames.ts'
import type { SurveyedPage } from './survey-page.ts'
import { readTagged } from '../tagged/read-tagged.ts'

/**
 * The pages as blocks in reading order: by the document's own structure tree where it has one that can be trusted, by the
 * look of the page elsewhere. Text that runs in another direction than most of its page follows at the end.
 */
export const draftPages = (pages: readonly SurveyedPage[]): DraftPage[] => {
  const tagged = readTagged(pages.map(({ framed: [main], tree }) => ({ content: main.content, tree })))
  const printed = asPrinted(pages.map(({ framed: [main] }) => main.content))
  return pages.map((page, index) => draftPage(page, printed[index] ?? page.framed[0].content, tagged[index] ?? null))
}

const draftPage = (
  { width, height, framed: [main, ...others], pictureBlocks, held }: SurveyedPage,
  content: PageContent,
  tagged: readonly DraftBlock[] | null,
): DraftPage => {
  const { number, rotation } = content
  if (held === 0) return { number, width, height, rotation, blocks: pictureBlocks }
  const upright = turnBack(tagged ?? layOut(content).blocks, main.frame)
  const turned = others.flatMap((other) => turnBack(layOut(other.content).blocks, other.frame))
  return { number, width, height, rotation, blocks: insertBlocks([...upright, ...turned], pictureBlocks) }
}
