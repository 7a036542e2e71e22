import type { Metadata } from '@polyparse/document'
import { textOf, type XmlElement } from '../xml/element.ts'

/** The text in an element, on one line. */
export const lineOf = (element: XmlElement | undefined): string => textOf(element).replaceAll(/\s+/g, ' ').trim()

/** Joins what is not empty. */
export const joined = (texts: readonly string[], separator = ', '): string =>
  texts.filter((text) => text !== '').join(separator)

/** Metadata without what is empty. */
export const known = (
  entries: Partial<Record<keyof Metadata, string>>,
): Omit<Metadata, 'mimeType' | 'documentPageCount'> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))

/** A date as ISO 8601, or '' where it is none. */
export const isoTime = (text: string): string => {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
