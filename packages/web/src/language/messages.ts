import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { en, type Messages } from './en.ts'
import { createLanguageStore } from './language-store.ts'
import { languageFor, languages, type LanguageTag } from './languages.ts'

/** The language that the app is shown in. */
export const appLanguage = createLanguageStore('en')

/**
 * The texts of the current language that a first visit needs. They change with the language, so read them where a text is
 * made, never at the level of a module; a component uses {@link useMessages}.
 */
export const readMessages = appLanguage.keep<Messages>(en, (tag) => languages[tag].load())

export const useMessages = (): Messages => useSyncExternalStore(appLanguage.subscribe, readMessages)

export const useLanguage = (): LanguageTag => useSyncExternalStore(appLanguage.subscribe, appLanguage.current)

appLanguage.subscribe(() => (document.documentElement.lang = appLanguage.current()))

/** Stored in this browser. */
export const chooseLanguage = async (tag: LanguageTag): Promise<void> => {
  if (await appLanguage.change(tag)) writeStored('local', 'language', tag)
}

export const loadLanguage = async (): Promise<void> => {
  await appLanguage.change(languageFor(readStored('local', 'language'), navigator.languages))
}
