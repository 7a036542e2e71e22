import type { Metadata } from '@polyparse/document'
import type { OfficeMetadata } from '#officeparser'

type Known = Omit<Metadata, 'mimeType' | 'documentPageCount'>

/** What the document says of itself, as far as the library found it. */
export const libraryMetadata = (metadata: OfficeMetadata): Known => {
  const native = metadata.nativeProperties ?? {}
  const texts = {
    title: metadata.title,
    author: metadata.author ?? native['meta:initial-creator'],
    subject: metadata.subject,
    keywords: metadata.keywords,
    language: metadata.language ?? native['dc:language'],
    createdAt: metadata.created,
    modifiedAt: metadata.modified,
    producer: native['Application'] ?? native['meta:generator'],
  }
  return Object.fromEntries(Object.entries(texts).flatMap(([name, value]) => entry(name, value)))
}

const entry = (name: string, value: unknown): [string, string][] => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [] : [[name, value.toISOString()]]
  return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
}
