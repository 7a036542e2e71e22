import type { Character } from '../../pdfium/character.ts'
import { readCharacters } from '../../pdfium/characters.ts'
import { withEvenWidths } from '../../pdfium/even-widths.ts'
import { leftOut } from '../../pdfium/hidden-text.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { withObliqueText } from './oblique.ts'
import { withoutOverprint } from './overprint.ts'

/**
 * The characters that can be read on an open page, each once, in the order of its content, with what is known of them besides
 * their code. Whatever a character is marked with, it is marked with here.
 */
export const visibleCharacters = (pdfium: Pdfium, page: number, facts: PageFacts): readonly Character[] => {
  const hidden = leftOut(facts).objects
  const seen = readCharacters(pdfium, page, facts.display).filter(({ look }) => !hidden.has(look.object))
  return withEvenWidths(withObliqueText(withoutOverprint(seen)))
}
