import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../design/storage.ts'
import { en, type Messages } from './en.ts'
import { languageFor, languages, type LanguageTag } from './languages.ts'

/**
 * The texts of the current language. The binding changes with the language, so read it where a text is made, never at the
 * level of a module.
 */
export let messages: Messages = en

let current: LanguageTag = 'en'

const listeners = new Set<() => void>()

export const currentLanguage = (): LanguageTag => current

export const changeLanguage = async (tag: LanguageTag): Promise<void> => {
  messages = await languages[tag].load()
  current = tag
  document.documentElement.lang = tag
  for (const listener of listeners) listener()
}

/** Stored in this browser. */
export const chooseLanguage = async (tag: LanguageTag): Promise<void> => {
  await changeLanguage(tag)
  writeStored('local', 'language', tag)
}

export const loadLanguage = (): Promise<void> =>
  changeLanguage(languageFor(readStored('local', 'language'), navigator.languages))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders again when the language changes. */
export const useLanguage = (): LanguageTag => useSyncExternalStore(subscribe, currentLanguage)
