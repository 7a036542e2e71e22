import type { Document, Warning } from '../model.ts'
import { warning } from '../warnings.ts'

/** A warning `no_text_found` when neither a block nor a table of the document has any text; else none. */
export const noTextWarnings = ({ pages, tables }: Pick<Document, 'pages' | 'tables'>): Warning[] => {
  const hasText = ({ text }: { readonly text: string }) => text.trim() !== ''
  return pages.some(({ blocks }) => blocks.some(hasText)) || tables.some(({ cells }) => cells.some(hasText))
    ? []
    : [warning('no_text_found', 'No text was found in the document.')]
}
