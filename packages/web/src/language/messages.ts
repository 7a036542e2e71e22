import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { en, type Messages } from './en.ts'
import { languageFor, languages, type LanguageTag } from './languages.ts'

/**
 * The texts of the current language that a first visit needs. The binding changes with the language, so read it where a
 * text is made, never at the level of a module.
 */
export let messages: Messages = en

let current: LanguageTag = 'en'

const languageListeners = new Set<() => void>()

export const currentLanguage = (): LanguageTag => current

/** Loads texts of a language, and returns what makes them the current ones. */
type Loader = (tag: LanguageTag) => Promise<() => void>

const loaders: Loader[] = [
  async (tag) => {
    const loaded = await languages[tag].load()
    return () => (messages = loaded)
  },
]

/** Resolves once these texts are those of the current language, and remain so. */
export const followLanguage = async (load: Loader): Promise<void> => {
  loaders.push(load)
  for (let tag: LanguageTag | null = null; tag !== current;) {
    tag = current
    const use = await load(tag)
    if (tag === current) use()
  }
}

export const changeLanguage = async (tag: LanguageTag): Promise<void> => {
  const uses = await Promise.all(loaders.map((load) => load(tag)))
  for (const use of uses) use()
  current = tag
  document.documentElement.lang = tag
  for (const listener of languageListeners) listener()
}

/** Stored in this browser. */
export const chooseLanguage = async (tag: LanguageTag): Promise<void> => {
  await changeLanguage(tag)
  writeStored('local', 'language', tag)
}

export const loadLanguage = (): Promise<void> =>
  changeLanguage(languageFor(readStored('local', 'language'), navigator.languages))

const subscribeToLanguage = (listener: () => void) => {
  languageListeners.add(listener)
  return () => languageListeners.delete(listener)
}

/** Renders again when the language changes. */
export const useLanguage = (): LanguageTag => useSyncExternalStore(subscribeToLanguage, currentLanguage)
