import type { Warning } from '@polyparse/document'

const names: Readonly<Record<string, string>> = { pptx: 'Slide', odp: 'Slide', xlsx: 'Sheet', ods: 'Sheet' }

/** A slide or sheet that its author does not show: it keeps its number, and nothing of it is read. */
export const hiddenPage = (kind: string, page: number): Warning => ({
  code: 'hidden_page',
  message: `${names[kind] ?? 'Page'} ${page} is hidden in the document and was left out.`,
  page,
})

/** Text that nobody sees may say anything to a machine. */
export const hiddenText = (what: string, page: number): Warning => ({
  code: 'hidden_text',
  message: `${what}, which was left out.`,
  page,
})
