import type { Warning } from '@polyparse/document'
import { createBands } from '../../paged/bands.ts'
import type { DraftPage } from '../../paged/draft.ts'
import { countCharacters, completenessWarnings } from '../completeness.ts'
import { leftOut } from '../../pdfium/hidden-text.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { unreadableImage } from '../../pdfium/pdfium-pictures.ts'
import { countTextLayer } from '../../pdfium/text-layer.ts'
import type { LayoutPage } from './regions/lay-out-page.ts'
import { completeness } from './parameters.ts'

/**
 * Warns of an open page of which less was read than its text layer holds, or which has no text but an image that cannot
 * be decoded. Counting a text layer is slow, and done only if text seems to be missing.
 */
export const checkCompleteness = (
  pdfium: Pdfium,
  opened: number,
  {
    page: { number, blocks },
    layout,
    facts,
  }: { readonly page: DraftPage; readonly layout: LayoutPage; readonly facts: PageFacts },
): Warning[] => {
  const extracted = countCharacters(blocks)
  const unreadable = extracted === 0 ? unreadableImage(pdfium, facts, number) : null
  if (unreadable !== null) return [unreadable]
  if (facts.texts.length === 0 || (extracted >= completeness.minCharacters && isAllThere(extracted, layout, facts)))
    return []
  return completenessWarnings({
    number,
    extracted,
    held: countTextLayer(pdfium, opened, leftOut(facts).objects),
    ink: 0,
  })
}

/** Tells whether the blocks have the words of the layout, and the layout has words where text is drawn. */
const isAllThere = (extracted: number, { items }: LayoutPage, { texts }: PageFacts): boolean => {
  const inLayout = items.reduce((sum, { words }) => sum + words.reduce((all, { text }) => all + text.length, 0), 0)
  if (extracted < inLayout * (1 - completeness.maxMissingShare)) return false
  const placed = createBands(items)
  let [all, bare] = [0, 0]
  for (const { box, hidden } of texts) {
    if (hidden !== null) continue
    const length = Math.max(box[2] - box[0], box[3] - box[1])
    all += length
    if (placed.under(box) === null) bare += length
  }
  return bare <= all * completeness.maxMissingShare
}
