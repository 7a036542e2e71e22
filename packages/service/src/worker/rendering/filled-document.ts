import { type Document, warning, type Warning } from '@polyparse/document'
import { extractFromDocument, parseExtractionSchema } from '@polyparse/extraction'
import type { RenderRequest } from './messages.ts'

/** The document with the schema of its job filled, where there is one. */
export const filledDocument = (
  document: Document,
  { extraction }: Pick<RenderRequest['job'], 'extraction'>,
): Document => {
  const { schema } = extraction === null ? {} : parseExtractionSchema(extraction.schema)
  if (extraction === null || schema === undefined) return document
  const { unproven } = extraction
  const { omitted, ...filled } = extractFromDocument(document, schema, { ...(unproven !== undefined && { unproven }) })
  return { ...document, extraction: filled, warnings: [...document.warnings, ...truncationWarnings(omitted)] }
}

const truncationWarnings = (omitted: Readonly<Record<string, number>>): Warning[] =>
  Object.entries(omitted).map(([path, count]) =>
    warning(
      'extraction_truncated',
      `${count} items of ${path} were left out of the extraction, because it has too many.`,
    ),
  )
