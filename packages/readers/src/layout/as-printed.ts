import type { ContentWord, PageContent } from './page-content.ts'

/** From here on letters of one width are how a document is written, and say nothing of programs in it. */
const typewritten = 0.85

/** The pages of a document, with its letters of one width taken for ordinary ones when nearly all of them are such. */
export const asPrinted = <Page extends PageContent>(pages: readonly Page[]): readonly Page[] => {
  const words = pages.flatMap((page) => page.words)
  if (lengthOf(words.filter(({ style }) => style.monospaced)) < lengthOf(words) * typewritten) return pages
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, style: { ...word.style, monospaced: false } })),
  }))
}

const lengthOf = (words: readonly ContentWord[]): number => words.reduce((sum, { text }) => sum + text.length, 0)
