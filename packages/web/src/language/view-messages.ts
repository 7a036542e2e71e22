import type { ViewMessages } from './en-views.ts'
import { languages } from './languages.ts'
import { followLanguage } from './messages.ts'

/**
 * The texts of the current language in views that are loaded when they are opened; what a first visit loads must not import
 * them. The binding changes with the language, so read it where a text is made.
 */
export let viewMessages: ViewMessages

await followLanguage(async (tag) => {
  const loaded = await languages[tag].loadViews()
  return () => (viewMessages = loaded)
})
