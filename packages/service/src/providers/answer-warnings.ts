import type { Warning } from '@polyparse/document'

const maxCharacters = 200

/** A page that the vendor says it has failed to read, and why as far as it says. */
export const failedPage = (vendor: string, page: number, why: string | null | undefined): Warning => {
  const reason = why?.trim() ? `: ${why.trim().slice(0, maxCharacters)}` : '.'
  return { code: 'page_failed', message: `${vendor} could not read page ${page}${reason}`, page }
}

/** What a vendor would have the reader of the document know, in its own words. */
export const vendorWarning = (vendor: string, words: string): Warning => ({
  code: 'provider_warning',
  message: `${vendor} warns: ${words.trim().slice(0, maxCharacters)}`,
})
