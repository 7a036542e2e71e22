import type { Messages } from './en.ts'
import { pluralIn } from './plural.ts'

const plural = pluralIn('de')

export const de: Messages = {
  frame: {
    skip: 'Zum Inhalt springen',
    views: 'Ansichten',
    workbench: 'Werkbank',
    jobs: 'Aufträge',
    reference: 'API',
    admin: 'Verwaltung',
    language: 'Sprache',
    theme: { system: 'wie das System', light: 'hell', dark: 'dunkel' },
    themeIs: (theme) => `Darstellung: ${theme}`,
    switchTheme: (theme, next) => `Darstellung: ${theme}. Wechseln zu: ${next}`,
  },
  common: {
    loading: 'Wird geladen …',
    loadingReference: 'Die Referenz wird geladen …',
    pages: (count) => plural(count, { one: 'Seite', other: 'Seiten' }),
  },
}
