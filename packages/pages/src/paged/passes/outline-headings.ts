import type { OutlineEntry } from '@polyparse/document'
import { isCaptionLabel } from '../../language/captions.ts'
import { enumeratorOf } from '../../language/enumerators.ts'
import { textOfBlock, type DraftBlock } from '../draft.ts'
import { outlineHeadings as limits } from '../parameters.ts'
import type { QuietBlock } from './quiet-headings.ts'

/**
 * Finds the paragraphs that the outline of a document names on their page. Programs make it of their headings, so it also names
 * those that nothing but their place tells; with the number of the section or without it.
 */
export const findOutlineHeadings = (flow: readonly QuietBlock[], outline: readonly OutlineEntry[]): DraftBlock[] => {
  const named = new Set(outline.map(({ page, title }) => keyOf(page, title)))
  if (named.size === 0) return []
  return flow.flatMap(({ block, page }) => {
    if (block.type !== 'paragraph' || block.known === true || block.lines.length > limits.maxLines) return []
    const text = textOfBlock(block)
    if (isCaptionLabel(text)) return []
    const number = enumeratorOf(text)?.text ?? ''
    const titles = [text, text.slice(number.length)]
    return titles.some((title) => named.has(keyOf(page.number, title))) ? [block] : []
  })
}

const keyOf = (page: number | null, title: string): string =>
  `${page} ${title.normalize('NFKC').replaceAll(/\s+/gu, '').toLowerCase()}`
