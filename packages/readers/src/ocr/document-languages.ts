import { languageOfText } from '../language/text-language.ts'
import { recognitionLanguages } from './recognition/languages.ts'

/** The languages in which the images of one document are read, which what is read may change. */
export type DocumentLanguages = {
  current(): readonly string[]
  /** Takes note of a text of the document. True if it shows that the images are to be read in another language. */
  learn(text: string): boolean
}

/** The language of images of which nothing is known. */
const assumed = 'eng'

/**
 * Those that were asked for; else the installed one of the document's own text, English where it has none, until what is
 * recognised shows another. The texts are looked at when the first image is to be read.
 */
export const documentLanguages = (
  asked: readonly string[] | null,
  texts: () => readonly string[] = () => [],
): DocumentLanguages => {
  if (asked !== null) return { current: () => asked, learn: () => false }
  let language: string | null = null
  const installed = (text: string): string | null => {
    const found = languageOfText(text)
    return found !== null && recognitionLanguages.includes(found) ? found : null
  }
  const known = (): string => (language ??= installed(texts().join(' ')) ?? assumed)
  return {
    current: () => [known()],
    learn: (text) => {
      const found = installed(text)
      if (found === null || found === known()) return false
      language = found
      return true
    },
  }
}
