import { type Archive, archiveLimits, openArchive } from './archive.ts'
import { archiveTooLarge } from './directory.ts'
import { childOf, elementsIn, type XmlElement } from '../xml/element.ts'
import { readXml } from '../xml/read-xml.ts'
import { locked } from '@polyparse/engine'
import { decryptPart, type EncryptionMethod, methodOf } from './open-document-method.ts'

const manifestName = 'META-INF/manifest.xml'
/** The whole document, an archive, which LibreOffice encrypts at once since version 24.8. */
const packageName = 'encrypted-package'

/**
 * The parts of an OpenDocument archive as they were before each of them was encrypted; the archive itself where none is.
 * @throws {EngineFailure} `document_encrypted` where the password is missing; when a part is read, where it is wrong.
 */
export const decryptedOpenDocument = (archive: Archive, password: string | null): Archive => {
  const manifest = archive.read(manifestName)
  if (manifest?.includes('encryption-data') !== true) return archive
  const methods = methodsIn(readXml(manifest))
  if (methods.size === 0) return archive
  if (password === null) throw locked(password)
  const packaged = methods.get(packageName)
  if (packaged !== undefined)
    return openArchive(decryptPart(archive.read(packageName) ?? Buffer.alloc(0), packaged, password))
  let left = archiveLimits.bytes
  return {
    ...archive,
    read: (name) => {
      const part = archive.read(name)
      if (name === manifestName) return withoutEncryption(manifest)
      const method = methods.get(name)
      if (part === null || method === undefined) return part
      left -= method.size
      if (left < 0) throw archiveTooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
      return decryptPart(part, method, password)
    },
  }
}

/** Drops what says that parts are encrypted; a library would decrypt them once more. */
const withoutEncryption = (manifest: Buffer): Buffer => {
  const text = manifest.toString('utf8')
  const kept: string[] = []
  let at = 0
  // An element that does not end is left, and so is all behind it: to look for its end each time would take forever.
  for (const { index } of text.matchAll(/<(?:[\w-]+:)?encryption-data\b/g)) {
    if (index < at) continue
    ending.lastIndex = index
    if (ending.exec(text) === null) break
    kept.push(text.slice(at, index))
    at = ending.lastIndex
  }
  return Buffer.from(kept.join('') + text.slice(at))
}

const ending = /<\/(?:[\w-]+:)?encryption-data>/g

const methodsIn = (root: XmlElement): Map<string, EncryptionMethod> =>
  new Map(
    elementsIn(root, 'manifest:file-entry').flatMap((entry): [string, EncryptionMethod][] => {
      const data = childOf(entry, 'manifest:encryption-data')
      return data === undefined ? [] : [[entry.attributes['manifest:full-path'] ?? '', methodOf(entry, data)]]
    }),
  )
