import type { ContentWord } from '../../layout/page-content.ts'
import type { StructureElement } from '../pdfium/structure-tree.ts'
import { roleOf } from './roles.ts'
import { isAside } from './within-text.ts'
import type { WordSource } from './word-source.ts'

/** Told of an element that stands within a text but is no part of it, and where under the text's element it is. */
export type Aside = (element: StructureElement, path: string) => void

/** The words of an element that is part of a text, without those of notes and figures in it. */
export const wordsWithin = (element: StructureElement, source: WordSource, aside: Aside, path = ''): ContentWord[] => {
  const words = element.children.flatMap((child): readonly ContentWord[] => {
    if (!('element' in child)) return source.take(child.mark)
    const inner = `${path}/${child.index}`
    const role = roleOf(child.element)
    if (role === 'artifact') return []
    if (!isAside(role)) return wordsWithin(child.element, source, aside, inner)
    aside(child.element, inner)
    return []
  })
  return asMeant(words, element.actualText)
}

/** The text given instead of what is drawn, believed only where that cannot be read: it may say anything. */
const asMeant = (words: ContentWord[], actualText: string): ContentWord[] => {
  const [first] = words
  const isReadable = words.some(({ text }) => /[^\s\p{Co}\p{Cn}\uFFFD]/u.test(text))
  return first === undefined || actualText === '' || isReadable ? words : [{ ...first, text: actualText }]
}
