import type { Block, Document } from '../model.ts'
import { contentsOf, isCaptionedByBlock, tableOfBlock, type PageContents, surroundingsOf } from './contents.ts'
import { joinContinued } from './join-continued.ts'
import { cleanText } from './inline.ts'
import { sectionsOf } from './list-items.ts'
import { withStruckMarks } from './struck-text.ts'

/**
 * The text in reading order without markup: blocks and pages separated by a blank line, cells by tabs. Struck text is marked
 * as such.
 */
export const text = (document: Document): string => {
  const whole = withStruckMarks(joinContinued(document))
  const surroundings = surroundingsOf(whole)
  return whole.pages
    .map((page) => pageText(contentsOf(page, surroundings)))
    .filter((ofPage) => ofPage !== '')
    .join('\n\n')
}

export const pageText = (contents: PageContents): string =>
  sectionsOf(contents.blocks)
    .map((section) =>
      cleanText(section.kind === 'list' ? section.items.map(itemText).join('\n') : blockText(section.block, contents)),
    )
    .filter((ofSection) => ofSection.trim() !== '')
    .join('\n\n')

/** A list item with its marker, indented by its depth. */
export const itemText = ({ level = 1, marker = '•', text: own }: Block): string =>
  `${'  '.repeat(Math.min(level, 50) - 1)}${marker} ${own}`

const blockText = (block: Block, contents: PageContents): string => {
  const table = tableOfBlock(block, contents)
  const caption = table?.caption
  return table === undefined || caption === undefined || isCaptionedByBlock(table, contents)
    ? block.text
    : `${caption}\n${block.text}`
}
