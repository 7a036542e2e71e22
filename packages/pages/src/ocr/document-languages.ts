import type { EngineRequest } from '@polyparse/engine'
import { languageOfText } from '../language/text-language.ts'
import { type InstalledModel, installedModels } from './paddle/models.ts'
import { installedLanguages } from './recognition/languages.ts'
import { languagesForScript } from './recognition/scripts.ts'

/** The languages in which the images of one document are read, which what is read may change. */
export type DocumentLanguages = {
  /** The models of which the first one that has all letters of the languages reads them; Tesseract does where none has. */
  readonly models: readonly InstalledModel[]
  /** True if Tesseract reads nothing. */
  readonly isModelAlone: boolean
  /** The folder of further languages; null for those that come with the readers. */
  readonly folder: string | null
  current(): readonly string[]
  /** Takes note of a text of the document. True if it shows that the images are to be read in another language. */
  learn(text: string): boolean
  /** The installed languages that a page of this script may be read in, to be tried one after the other. */
  forScript(script: string): readonly (readonly string[])[]
  /** Takes note that the images are to be read in these. */
  use(languages: readonly string[]): void
}

/** Chooses the languages for the recognizer with models alone, which reads all that they know at once. */
export const paddleLanguages = (folder: string | null): DocumentLanguages => ({
  models: installedModels(folder).slice(0, 1),
  isModelAlone: true,
  folder,
  current: () => ['eng', 'chi_sim'],
  learn: () => false,
  forScript: () => [],
  use: () => {},
})

/** The language of images of which nothing is known. */
const assumed = 'eng'

/**
 * Those that were asked for; else the installed one of the document's own text, English where it has none, until what is
 * recognised shows another. The texts are looked at when the first image is to be read.
 */
export const documentLanguages = (
  { languages: asked, folder }: Pick<EngineRequest['recognition'], 'languages' | 'folder'>,
  texts: () => readonly string[] = () => [],
): DocumentLanguages => {
  const models = installedModels(folder)
  if (asked !== null)
    return {
      models,
      isModelAlone: false,
      folder,
      current: () => asked,
      learn: () => false,
      forScript: () => [],
      use: () => {},
    }
  const installed = installedLanguages(folder)
  let chosen: readonly string[] | null = null
  const languageOf = (text: string): string | null => {
    const found = languageOfText(text)
    return found !== null && installed.includes(found) ? found : null
  }
  const current = (): readonly string[] => (chosen ??= [languageOf(texts().join(' ')) ?? assumed])
  return {
    models,
    isModelAlone: false,
    folder,
    current,
    learn: (text) => {
      const found = languageOf(text)
      if (found === null || current().includes(found)) return false
      chosen = [found]
      return true
    },
    forScript: (script) => languagesForScript(script, installed).map((language) => [language]),
    use: (languages) => {
      chosen = languages
    },
  }
}
