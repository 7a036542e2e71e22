import { firstOf } from '@polyparse/document/items'
import { en, type Messages } from './en.ts'
import type { ViewMessages } from './en-views.ts'

type LanguageDefinition = {
  /** The name that its speakers have for it. */
  readonly name: string
  readonly load: () => Promise<Messages>
  /** Loads the texts of views that are loaded when they are opened. */
  readonly loadViews: () => Promise<ViewMessages>
}

/** The languages of the app, by the tags of BCP 47. A new one is two files like those of German, and a row. */
export const languages = {
  en: {
    name: 'English',
    load: () => Promise.resolve(en),
    loadViews: () => import('./en-views.ts').then(({ enViews }) => enViews),
  },
  de: {
    name: 'Deutsch',
    load: () => import('./de.ts').then(({ de }) => de),
    loadViews: () => import('./de-views.ts').then(({ deViews }) => deViews),
  },
} as const satisfies Record<string, LanguageDefinition>

export type LanguageTag = keyof typeof languages

export const languageTags = Object.keys(languages).filter((tag): tag is LanguageTag => tag in languages)

/**
 * The one that was chosen, or else the first one that the browser's user reads; English where the app has none of them.
 * @example languageFor(null, ['de-AT', 'en']) // 'de'
 */
export const languageFor = (chosen: string | null, preferred: readonly string[]): LanguageTag => {
  const wanted = [...(chosen === null ? [] : [chosen]), ...preferred.map((tag) => firstOf(tag.split('-')))]
  return wanted.map((tag) => languageTags.find((each) => each === tag)).find((tag) => tag !== undefined) ?? 'en'
}
