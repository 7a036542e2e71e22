import { inlinePicture } from '../../fetch-pictures.ts'
import type { StructuredBlock, TaskResult } from './mineru-answer-shape.ts'
import { boxOfItem, type MineruItem, type MineruNote } from './item.ts'

/** The items of generation 4. */
export const itemsOfTask = ({ files }: TaskResult): MineruItem[] =>
  files
    .slice(0, 1)
    .flatMap(({ content }) => content.structured_content.pages)
    .flatMap(({ page_idx: page, blocks }) => blocks.map((block) => toItem(block, page)))

const toItem = (block: StructuredBlock, page: number): MineruItem => {
  const source = block.image_source ?? ''
  const notes = (given: StructuredBlock['captions']): MineruNote[] =>
    (given ?? []).map(({ bbox, content }) => ({ text: content, box: boxOfItem(bbox, 1) ?? boxOfItem(block.bbox, 1) }))
  return {
    type: block.type,
    page,
    box: boxOfItem(block.bbox, 1),
    level: block.level ?? null,
    content: block.content ?? '',
    listItems: [],
    captions: notes(block.captions),
    footnotes: notes(block.footnotes),
    // A path leads to the server's disk.
    picture: source === '' ? undefined : { data: source.startsWith('data:') ? inlinePicture(source) : null },
  }
}
