import type { OutlineEntry } from '@polyparse/document'
import { lettersAndFiguresOf } from '@polyparse/engine'
import { isCaptionLabel } from '../../language/captions.ts'
import { enumeratorOf } from '../../language/enumerators.ts'
import { textOfBlock, type DraftBlock } from '../draft.ts'
import { outlineHeadings as limits } from '../parameters.ts'
import type { QuietBlock } from './quiet-headings.ts'

/**
 * Finds the paragraphs that the outline of a document names on their page. Programs make it of their headings, so it also names
 * those that nothing but their place tells; with the number of the section or without it. An entry names one text: the heading that
 * has its title, or else the first paragraph. Another text that is the same refers to it.
 */
export const findOutlineHeadings = (
  flow: readonly QuietBlock[],
  isFound: (block: DraftBlock) => boolean,
  outline: readonly OutlineEntry[],
): DraftBlock[] => {
  const open = new Map<string, number>()
  for (const { page, title } of outline)
    if (lettersAndFiguresOf(title) !== '') open.set(keyOf(page, title), (open.get(keyOf(page, title)) ?? 0) + 1)
  if (open.size === 0) return []
  /** Gives a text one of the entries that name it, which is then no longer there for others. */
  const takeEntry = (text: string, page: number): boolean => {
    const key = titlesOf(text)
      .map((title) => keyOf(page, title))
      .find((one) => (open.get(one) ?? 0) > 0)
    if (key !== undefined) open.set(key, (open.get(key) ?? 0) - 1)
    return key !== undefined
  }
  for (const { block, page } of flow) if (isFound(block)) takeEntry(textOfBlock(block), page.number)
  return flow.flatMap(({ block, page }) => {
    if (isFound(block) || block.type !== 'paragraph' || block.known === true || block.lines.length > limits.maxLines)
      return []
    const text = textOfBlock(block)
    return !isCaptionLabel(text) && takeEntry(text, page.number) ? [block] : []
  })
}

const titlesOf = (text: string): readonly string[] => [text, text.slice(enumeratorOf(text)?.text.length ?? 0)]

const keyOf = (page: number | null, title: string): string => `${page} ${lettersAndFiguresOf(title)}`
