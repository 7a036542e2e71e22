import { posix } from 'node:path'
import type { Archive } from '../../archive/archive.ts'
import { elementsIn } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'

/** The content type of a part, in lower case, by its own entry or that of its extension; '' where it has none (ISO/IEC 29500-2, 7.2). */
export const contentTypeOf = (archive: Archive, name: string): string => {
  const bytes = archive.read('[Content_Types].xml')
  const types = bytes === null ? undefined : readXml(bytes)
  const own = elementsIn(types, 'ct:Override').find(({ attributes }) => isSame(attributes['PartName'], `/${name}`))
  const ofKind = elementsIn(types, 'ct:Default').find(({ attributes }) =>
    isSame(`.${attributes['Extension'] ?? ''}`, posix.extname(name)),
  )
  return ((own ?? ofKind)?.attributes['ContentType'] ?? '').trim().toLowerCase()
}

const isSame = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()
