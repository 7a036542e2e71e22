import type { ContentWord } from '../../layout/page-content.ts'
import type { StructureElement } from '../../pdfium/structure-tree.ts'
import { roleOf } from './roles.ts'
import { isAside } from './place.ts'

/** The words of a page by the marked content they are in. */
export type WordSource = {
  /** The words of a marked-content sequence the first time; none after that. */
  take(mark: number): readonly ContentWord[]
  /** The words that were not taken. */
  left(): ContentWord[]
}

export const createWordSource = (words: readonly ContentWord[]): WordSource => {
  const byMark = new Map<number, ContentWord[]>()
  for (const word of words) {
    if (word.mark === null) continue
    const list = byMark.get(word.mark)
    if (list === undefined) byMark.set(word.mark, [word])
    else list.push(word)
  }
  const taken = new Set<number>()
  return {
    take: (mark) => {
      if (taken.has(mark)) return []
      taken.add(mark)
      return byMark.get(mark) ?? []
    },
    left: () => words.filter(({ mark }) => mark === null || !taken.has(mark)),
  }
}

/** Called with an element that is within a text but not part of it, and with its path below the text's element. */
type Aside = (element: StructureElement, path: string) => void

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

/** The replacement text of an element, used only where the drawn text is unreadable, because it may say anything. */
const asMeant = (words: ContentWord[], actualText: string): ContentWord[] => {
  const [first] = words
  const isReadable = words.some(({ text }) => /[^\s\p{Co}\p{Cn}\uFFFD]/u.test(text))
  return first === undefined || actualText === '' || isReadable ? words : [{ ...first, text: actualText }]
}
