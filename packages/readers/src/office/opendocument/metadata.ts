import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn, textOf } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { isoTime, knownMetadata, type KnownMetadata } from '../package/properties.ts'

/** What `meta.xml` says of the document. */
export const openDocumentMetadata = (archive: Archive): KnownMetadata => {
  const bytes = archive.read('meta.xml')
  const meta = bytes === null ? undefined : childOf(readXml(bytes), 'office:meta')
  const text = (name: string): string => textOf(childOf(meta, name)).replaceAll(/\s+/g, ' ').trim()
  return knownMetadata({
    title: text('dc:title'),
    author: text('meta:initial-creator') || text('dc:creator'),
    subject: text('dc:subject'),
    keywords: elementsIn(meta, 'meta:keyword').map(textOf).join(', '),
    language: text('dc:language'),
    createdAt: isoTime(text('meta:creation-date')),
    modifiedAt: isoTime(text('dc:date')),
    producer: text('meta:generator'),
  })
}
