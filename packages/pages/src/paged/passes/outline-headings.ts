import type { OutlineEntry } from '@polyparse/document'
import { isCaptionLabel } from '../../language/captions.ts'
import { enumeratorOf } from '../../language/enumerators.ts'
import { textOfBlock, type DraftBlock } from '../draft.ts'
import { outlineHeadings as limits } from '../parameters.ts'
import type { QuietBlock } from './quiet-headings.ts'

/**
 * Finds the paragraphs that the outline of a document names on their page. Programs make it of their headings, so it also names
 * those that nothing but their place tells; with the number of the section or without it. Where a heading has the title, another
 * text that is the same refers to it.
 */
export const findOutlineHeadings = (
  flow: readonly QuietBlock[],
  isFound: (block: DraftBlock) => boolean,
  outline: readonly OutlineEntry[],
): DraftBlock[] => {
  const named = new Set(outline.map(({ page, title }) => keyOf(page, title)))
  if (named.size === 0) return []
  for (const { block, page } of flow)
    if (isFound(block)) for (const title of titlesOf(textOfBlock(block))) named.delete(keyOf(page.number, title))
  return flow.flatMap(({ block, page }) => {
    if (isFound(block) || block.type !== 'paragraph' || block.known === true || block.lines.length > limits.maxLines)
      return []
    const text = textOfBlock(block)
    if (isCaptionLabel(text)) return []
    return titlesOf(text).some((title) => named.has(keyOf(page.number, title))) ? [block] : []
  })
}

const titlesOf = (text: string): readonly string[] => [text, text.slice(enumeratorOf(text)?.text.length ?? 0)]

const keyOf = (page: number | null, title: string): string =>
  `${page} ${title.normalize('NFKC').replaceAll(/\s+/gu, '').toLowerCase()}`
