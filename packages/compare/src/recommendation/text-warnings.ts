import type { Reading } from '../reading.ts'

/** The codes of warnings that text may be missing or wrong. That a page had to be recognised says neither. */
export const textWarnings: ReadonlySet<string> = new Set([
  'low_text_yield',
  'page_without_text',
  'page_damaged',
  'picture_damaged',
  'script_not_covered',
  'language_not_covered',
  'handwriting_not_read',
  'character_unknown',
  'table_truncated',
  'content_omitted',
])

/** Counts how often a reading warns that its text may be missing or wrong. */
export const textWarningsOf = ({ warnings }: Reading): number =>
  warnings.filter(({ code }) => textWarnings.has(code)).length
