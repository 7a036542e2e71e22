import { limits } from '@polyparse/contract'
import { readMessages } from '../language/messages.ts'

/** The pages that the user typed: null for all of them, or why the text is invalid. */
export type PagesRead = { readonly pages: readonly number[] | null } | { readonly error: string }

/**
 * Parses `1-3, 7` to [1, 2, 3, 7].
 * @example readPages('1-3, 7') // { pages: [1, 2, 3, 7] }
 */
export const readPages = (text: string): PagesRead => {
  const messages = readMessages()
  const parts = text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length === 0) return { pages: null }
  const pages = new Set<number>()
  for (const part of parts) {
    const [, first, last] = /^(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last ?? first)]
    if (first === undefined || from < 1) return { error: messages.workbench.noPage(part) }
    if (to < from) return { error: messages.workbench.endsBeforeStart(part) }
    if (to - from >= limits.pages || pages.size > limits.pages)
      return { error: messages.workbench.atMost(limits.pages) }
    for (let page = from; page <= to; page++) pages.add(page)
  }
  return { pages: [...pages].toSorted((one, other) => one - other) }
}
