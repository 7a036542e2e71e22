import type { Warning } from '@polyparse/document'
import { charactersOf, isThin, type RecognizedPage } from './recognition/recognize-page.ts'

/** Says when little or nothing was read where there is something to be seen; a blank page is as it should be. */
export const judgePage = (page: Pick<RecognizedPage, 'content' | 'ink'>): Warning[] => {
  const { number } = page.content
  if (!isThin(page)) return []
  return charactersOf(page.content) === 0
    ? [
        {
          code: 'page_without_text',
          message: `Page ${number} is not blank, but no text could be read on it.`,
          page: number,
        },
      ]
    : [{ code: 'low_text_yield', message: `Page ${number} has more on it than could be read as text.`, page: number }]
}

export const pageDamaged = (page: number): Warning => ({
  code: 'page_damaged',
  message: `Page ${page} is damaged and could not be read.`,
  page,
})

export const pageFailed = (page: number, reason: string): Warning => ({
  code: 'page_without_text',
  message: `Page ${page} could not be read. ${reason}`,
  page,
})
