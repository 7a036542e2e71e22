import type { DocumentMetadata } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { childOf, textOfElement, type XmlElement } from '../../xml/element.ts'
import { relatedPart, relationshipsOf } from './relationships.ts'

export type KnownMetadata = Omit<DocumentMetadata, 'mimeType' | 'documentPageCount' | 'documents'>

/** The core and application properties of a package (ISO/IEC 29500-2, 11). */
export const packageMetadata = (archive: Archive): KnownMetadata => {
  const whole = { root: { name: '', attributes: {}, children: [] }, relationships: relationshipsOf(archive, '') }
  const core = relatedPart(archive, whole, 'core-properties')?.root
  const application = relatedPart(archive, whole, 'extended-properties')?.root
  return knownMetadata({
    title: textOfPackageProperty(core, 'dc:title'),
    author: textOfPackageProperty(core, 'dc:creator'),
    subject: textOfPackageProperty(core, 'dc:subject'),
    keywords: textOfPackageProperty(core, 'cp:keywords'),
    language: textOfPackageProperty(core, 'dc:language'),
    createdAt: isoTime(textOfPackageProperty(core, 'dcterms:created')),
    modifiedAt: isoTime(textOfPackageProperty(core, 'dcterms:modified')),
    producer: textOfPackageProperty(application, 'ep:Application'),
  })
}

/** Without empty values. */
export const knownMetadata = (entries: Readonly<Record<keyof KnownMetadata, string>>): KnownMetadata =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))

const textOfPackageProperty = (parent: XmlElement | undefined, name: string): string =>
  textOfElement(childOf(parent, name)).replaceAll(/\s+/g, ' ').trim()

/** A time as ISO 8601, or '' when it is none; one without a zone is in that of UTC, wherever it is read. */
export const isoTime = (value: string): string => {
  const isZoned = !/T[\d:.]+$/.test(value)
  const time = new Date(isZoned ? value : `${value}Z`)
  return value === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
