import type { DocumentMetadata } from '@polyparse/document'

export type KnownMetadata = Omit<DocumentMetadata, 'mimeType' | 'documentPageCount' | 'documents'>

/**
 * Leaves out empty values.
 * @example knownMetadata({ title: 'Review', author: '' }) // { title: 'Review' }
 */
export const knownMetadata = (entries: Readonly<Record<keyof KnownMetadata, string>>): KnownMetadata =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))

/**
 * A time as ISO 8601, or '' when it is none; one without a zone is in that of UTC, wherever it is read.
 * @example isoTime('2024-03-12T10:00:00') // '2024-03-12T10:00:00.000Z'
 */
export const isoTime = (value: string): string => {
  const isZoned = !/T[\d:.]+$/.test(value)
  const time = new Date(isZoned ? value : `${value}Z`)
  return value === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
