import { pluralIn } from './plural.ts'

const plural = pluralIn('en')

/** What a person reads in the app, by view. A text with parameters is a function. */
export const en = {
  frame: {
    skip: 'Skip to content',
    views: 'Views',
    workbench: 'Workbench',
    jobs: 'Jobs',
    reference: 'API',
    admin: 'Admin',
    language: 'Language',
    theme: { system: 'system', light: 'light', dark: 'dark' },
    themeIs: (theme: string) => `Theme: ${theme}`,
    switchTheme: (theme: string, next: string) => `Theme: ${theme}. Switch to ${next}`,
  },
  common: {
    loading: 'Loading …',
    loadingReference: 'Loading the reference …',
    pages: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  },
}

/** Every language has these. */
export type Messages = typeof en
