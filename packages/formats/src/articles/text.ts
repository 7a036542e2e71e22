import type { DocumentMetadata } from '@polyparse/document'
import { textOfElement, type XmlElement } from '../xml/element.ts'

/** The text in an element, on one line. */
export const lineOfArticle = (element: XmlElement | undefined): string =>
  textOfElement(element).replaceAll(/\s+/g, ' ').trim()

/**
 * Joins what is not empty.
 * @example joinedText(['Berlin', '', 'Germany']) // 'Berlin, Germany'
 */
export const joinedText = (texts: readonly string[], separator = ', '): string =>
  texts.filter((text) => text !== '').join(separator)

/** Metadata without what is empty. */
export const known = (
  entries: Partial<Record<keyof DocumentMetadata, string>>,
): Omit<DocumentMetadata, 'mimeType' | 'documentPageCount'> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))

/**
 * A date as ISO 8601, or '' where it is none.
 * @example articleTime('2024-03') // '2024-03-01T00:00:00.000Z'
 */
export const articleTime = (text: string): string => {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
