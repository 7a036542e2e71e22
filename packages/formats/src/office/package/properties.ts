import type { Archive } from '../../archive/archive.ts'
import { isoTime, knownMetadata, type KnownMetadata } from '../../known-metadata.ts'
import { childOf, textOfElement, type XmlElement } from '../../xml/element.ts'
import { relatedPart, relationshipsOf } from './relationships.ts'

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

const textOfPackageProperty = (parent: XmlElement | undefined, name: string): string =>
  textOfElement(childOf(parent, name)).replaceAll(/\s+/g, ' ').trim()
