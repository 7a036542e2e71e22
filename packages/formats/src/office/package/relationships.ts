import { posix } from 'node:path'
import type { Archive } from '../../archive/archive.ts'
import { EngineFailure } from '@polyparse/engine'
import { elementsIn, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'

export type Relationship = {
  readonly id: string
  /** The last word of its type: `image`, `footnotes`, `hyperlink` … */
  readonly kind: string
  /** The name of the part, or an address where it leads outside. */
  readonly target: string
  readonly external: boolean
}

/** A part of an Office Open XML package with what it refers to (ISO/IEC 29500-2, 6). */
export type PackagePart = {
  readonly root: XmlElement
  readonly relationships: readonly Relationship[]
}

/** The relationships of a part; '' names the package itself. */
export const relationshipsOf = (archive: Archive, part: string): Relationship[] => {
  const folder = posix.dirname(part)
  const bytes = archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  if (bytes === null) return []
  return elementsIn(readXml(bytes), 'rel:Relationship').map(({ attributes }) => {
    const external = attributes['TargetMode'] === 'External'
    const target = attributes['Target'] ?? ''
    return {
      id: attributes['Id'] ?? '',
      kind: posix.basename(attributes['Type'] ?? ''),
      target: external ? target : posix.resolve('/', folder, target).slice(1),
      external,
    }
  })
}

/** A part by its name, or null when the package has none of that name. */
export const readPart = (archive: Archive, name: string): PackagePart | null => {
  const bytes = archive.read(name)
  return bytes === null ? null : { root: readXml(bytes), relationships: relationshipsOf(archive, name) }
}

/** The main part of a package. @throws {EngineFailure} when there is none. */
export const mainPart = (archive: Archive): PackagePart & { readonly name: string } => {
  const name = relationshipsOf(archive, '').find(({ kind }) => kind === 'officeDocument')?.target
  const part = name === undefined ? null : readPart(archive, name)
  if (name === undefined || part === null)
    throw new EngineFailure('document_damaged', 'The document is damaged: its main part is missing.')
  return { ...part, name }
}

/** The first part that this one refers to in a certain role. */
export const relatedPart = (archive: Archive, { relationships }: PackagePart, kind: string): PackagePart | null => {
  const found = relationships.find((one) => one.kind === kind && !one.external)
  return found === undefined ? null : readPart(archive, found.target)
}

export const targetOfRelationship = (
  { relationships }: PackagePart,
  id: string | undefined,
): Relationship | undefined => relationships.find((one) => one.id === id)
