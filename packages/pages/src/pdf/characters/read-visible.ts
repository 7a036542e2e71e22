import type { AnnotatedMark } from '../../pdfium/annotations.ts'
import { removeActualTexts } from '../../pdfium/actual-text.ts'
import { readCharacters } from '../../pdfium/characters.ts'
import { readDrawings } from '../../pdfium/drawings.ts'
import { withEvenWidths } from '../../pdfium/even-widths.ts'
import { leftOut } from '../../pdfium/hidden-text.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { believeActualText } from './actual-text.ts'
import { withoutHomoglyphs } from './homoglyphs.ts'
import { withObliqueText } from './oblique.ts'
import { withoutOverprint } from './overprint.ts'
import { type VisibleInk, withTextMarks } from './text-marks.ts'
import { withVerticalText } from './vertical.ts'

/** The visible contents of a page. */
export type VisiblePage = VisibleInk & {
  /** True if the codes of some letters were not those of what is seen. */
  readonly isRestored: boolean
  /** True if the open page has lost marked content by this, so that it has to be loaded again before it is read again. */
  readonly isSpent: boolean
}

/**
 * Returns what can be seen on an open page: the characters, each once, in the order of its content, with what is known of
 * them besides their code, and the drawings that are not part of them. Whatever a character is marked with, it is marked
 * with here.
 */
export const readVisible = (
  pdfium: Pdfium,
  page: number,
  facts: PageFacts,
  marks: readonly AnnotatedMark[],
): VisiblePage => {
  const hidden = leftOut(facts).objects
  const claimed = readCharacters(pdfium, page, facts.display)
  const replaced = removeActualTexts(pdfium, new Set(facts.texts.map(({ object }) => object)))
  const meant =
    replaced.size === 0
      ? { characters: claimed, isChanged: false }
      : believeActualText(claimed, readCharacters(pdfium, page, facts.display), replaced)
  const seen = meant.characters.filter(({ look }) => !hidden.has(look.object))
  const { characters, isChanged } = withoutHomoglyphs(withoutOverprint(seen))
  const drawn = {
    characters: withEvenWidths(withVerticalText(withObliqueText(characters))),
    drawings: readDrawings(pdfium, page, facts.display),
  }
  return {
    ...withTextMarks(drawn, marks),
    isRestored: isChanged || meant.isChanged,
    isSpent: replaced.size > 0,
  }
}
