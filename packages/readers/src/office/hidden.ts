import { type Warning, warning } from '@polyparse/document'

const names: Readonly<Record<string, string>> = { pptx: 'Slide', odp: 'Slide', xlsx: 'Sheet', ods: 'Sheet' }

/** A slide or sheet that is hidden: it keeps its number, and its content is not read. */
export const hiddenPage = (kind: string, page: number): Warning =>
  warning('hidden_page', `${names[kind] ?? 'Page'} ${page} is hidden in the document and was left out.`, page)

/** Hidden text is left out, because it may carry instructions for a machine. */
export const hiddenText = (what: string, page: number): Warning =>
  warning('hidden_text', `${what}, which was left out.`, page)
