import { useSyncExternalStore } from 'react'
import type { ViewMessages } from './en-views.ts'
import { languages } from './languages.ts'
import { appLanguage } from './messages.ts'

/**
 * The texts of the current language in views that are loaded when they are opened; what a first visit loads must not import
 * them. Read them where a text is made; a component uses {@link useViewMessages}.
 */
export const readViewMessages = await appLanguage.load<ViewMessages>((tag) => languages[tag].loadViews())

export const useViewMessages = (): ViewMessages => useSyncExternalStore(appLanguage.subscribe, readViewMessages)
