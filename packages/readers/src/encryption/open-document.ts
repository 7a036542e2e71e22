import { createDecipheriv, hash, pbkdf2Sync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { type Archive, archiveLimits } from '../archive/archive.ts'
import { damagedArchive, tooLarge } from '../archive/directory.ts'
import { childOf, elementsIn, type XmlElement } from '../xml/element.ts'
import { readXml } from '../xml/read-xml.ts'
import { locked, unsupportedEncryption } from './failures.ts'

/** How a part is encrypted (OpenDocument 1.3, part 2, 4.8). */
type Method = {
  /** Bytes of the part as it was. */
  readonly size: number
  readonly keyBytes: number
  readonly vector: Buffer
  readonly salt: Buffer
  readonly rounds: number
  readonly startAlgorithm: 'sha1' | 'sha256'
  /** Of the beginning of the part, so that a wrong password is known; null where there is none. */
  readonly checksum: { readonly algorithm: 'sha1' | 'sha256'; readonly bytes: number; readonly digest: Buffer } | null
}

const manifestName = 'META-INF/manifest.xml'
/** Rounds of hashing; LibreOffice writes 100,000. */
const maxRounds = 1_000_000

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
  let left = archiveLimits.bytes
  return {
    ...archive,
    read: (name) => {
      const part = archive.read(name)
      if (name === manifestName) return withoutEncryption(manifest)
      const method = methods.get(name)
      if (part === null || method === undefined) return part
      left -= method.size
      if (left < 0) throw tooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
      return decryptPart(part, method, password)
    },
  }
}

/** Without what says that parts are encrypted; a library would decrypt them once more. */
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

const methodsIn = (root: XmlElement): Map<string, Method> =>
  new Map(
    elementsIn(root, 'manifest:file-entry').flatMap((entry): [string, Method][] => {
      const data = childOf(entry, 'manifest:encryption-data')
      return data === undefined ? [] : [[entry.attributes['manifest:full-path'] ?? '', methodOf(entry, data)]]
    }),
  )

const methodOf = (entry: XmlElement, data: XmlElement): Method => {
  const attribute = (name: string, of: string): string => childOf(data, name)?.attributes[`manifest:${of}`] ?? ''
  const algorithm = /#aes(128|192|256)-cbc$/.exec(attribute('manifest:algorithm', 'algorithm-name'))?.[1]
  const start = attribute('manifest:start-key-generation', 'start-key-generation-name')
  const rounds = Number(attribute('manifest:key-derivation', 'iteration-count'))
  const isPbkdf2 = /pbkdf2$/i.test(attribute('manifest:key-derivation', 'key-derivation-name'))
  // Blowfish, of older programs, is no longer offered by OpenSSL; newer ones may derive keys by Argon2.
  if (algorithm === undefined || !isPbkdf2 || !(rounds >= 1 && rounds <= maxRounds)) throw unsupportedEncryption()
  const vector = Buffer.from(attribute('manifest:algorithm', 'initialisation-vector'), 'base64')
  if (vector.length !== 16) throw damagedArchive()
  return {
    size: Number(entry.attributes['manifest:size'] ?? 'none'),
    keyBytes: Number(algorithm) / 8,
    vector,
    salt: Buffer.from(attribute('manifest:key-derivation', 'salt'), 'base64'),
    rounds,
    startAlgorithm: start.endsWith('sha256') ? 'sha256' : 'sha1',
    checksum: checksumOf(data),
  }
}

const checksumOf = ({ attributes }: XmlElement): Method['checksum'] => {
  const [, name, beginning] = /(sha1|sha256)(-1k)?$/i.exec(attributes['manifest:checksum-type'] ?? '') ?? []
  if (name === undefined) return null
  const digest = Buffer.from(attributes['manifest:checksum'] ?? '', 'base64')
  const bytes = beginning === undefined ? Number.POSITIVE_INFINITY : 1024
  return { algorithm: /256/.test(name) ? 'sha256' : 'sha1', bytes, digest }
}

const decryptPart = (part: Buffer, method: Method, password: string): Buffer => {
  const { size, keyBytes, vector, salt, rounds, startAlgorithm, checksum } = method
  const start = hash(startAlgorithm, Buffer.from(password), 'buffer')
  const key = pbkdf2Sync(start, salt, rounds, keyBytes, 'sha1')
  const decipher = createDecipheriv(`aes-${keyBytes * 8}-cbc`, key, vector).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(part.subarray(0, part.length - (part.length % 16))), decipher.final()])
  // The last byte says how many were added to fill a block.
  const compressed = padded.subarray(0, Math.max(0, padded.length - (padded.at(-1) ?? 0)))
  if (checksum !== null) {
    const found = hash(checksum.algorithm, compressed.subarray(0, checksum.bytes), 'buffer')
    if (!found.equals(checksum.digest)) throw locked(password)
  }
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    throw checksum === null ? locked(password, error) : damagedArchive(error)
  }
}
