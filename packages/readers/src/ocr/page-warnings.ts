import { type Warning, warning } from '@polyparse/document'
import { charactersOf, isThin, type RecognizedPage } from './recognition/recognize-page.ts'

/** Warnings for a page on which little or nothing was read although it has ink; none for a blank page. */
export const yieldWarnings = (page: Pick<RecognizedPage, 'content' | 'ink'>): Warning[] => {
  const { number } = page.content
  if (!isThin(page)) return []
  return charactersOf(page.content) === 0
    ? [warning('page_without_text', `Page ${number} is not blank, but no text could be read on it.`, number)]
    : [warning('low_text_yield', `Page ${number} has more on it than could be read as text.`, number)]
}

export const pageDamaged = (page: number): Warning =>
  warning('page_damaged', `Page ${page} is damaged and could not be read.`, page)

export const pageUnread = (page: number, reason: string): Warning =>
  warning('page_without_text', `Page ${page} could not be read. ${reason}`, page)
