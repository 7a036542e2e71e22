import { inflateRawSync } from 'node:zlib'

type ReadBytes = (start: number, end: number) => Promise<Buffer>

const zippedOpenXmlPrefix = 'application/vnd.openxmlformats-officedocument.'

/** Office Open XML by its main folder: the media type of documents, and those of templates and of files with macros. */
const officeFormats: readonly { readonly folder: string; readonly mediaType: string; readonly kin: RegExp }[] = [
  {
    folder: 'word/',
    mediaType: `${zippedOpenXmlPrefix}wordprocessingml.document`,
    kin: /^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml\.|ms-word\.)/,
  },
  {
    folder: 'xl/',
    mediaType: `${zippedOpenXmlPrefix}spreadsheetml.sheet`,
    kin: /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml\.|ms-excel\.(?:sheet|template)\.macro)/,
  },
  {
    folder: 'ppt/',
    mediaType: `${zippedOpenXmlPrefix}presentationml.presentation`,
    kin: /^application\/vnd\.(?:openxmlformats-officedocument\.presentationml\.|ms-powerpoint\.)/,
  },
  {
    folder: 'visio/',
    mediaType: 'application/vnd.ms-visio.drawing',
    kin: /^application\/vnd\.ms-visio\./,
  },
]

const binaryWorkbook = 'application/vnd.ms-excel.sheet.binary.macroenabled.12'

/** The formats that name their type in an entry called `mimetype`: the first, and stored, where programs keep to the rule. */
const selfNamed = /^application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z-]+)$/

/**
 * The formats of Apple's Pages, Numbers and Keynote. They share their parts, of which some are those of slides; which of
 * the other two it is, the name says.
 */
const appleFormats = new Set(['pages', 'numbers', 'keynote'].map((name) => `application/vnd.apple.${name}`))
const appleParts = new Set(['index.zip', 'index/document.iwa', 'index.apxl', 'index.apxl.gz'])
const appleSlides = /^index(?:\/slide|\.apxl)/

const appleFormatOf = (names: readonly string[], hints: readonly string[]): string | null => {
  if (!names.some((name) => appleParts.has(name))) return null
  if (names.some((name) => appleSlides.test(name))) return 'application/vnd.apple.keynote'
  return hints.find((hint) => appleFormats.has(hint)) ?? 'application/vnd.apple.pages'
}

/**
 * The media type of a zip archive by its directory: Office Open XML by its main folder, OpenDocument and EPUB by their
 * `mimetype` entry. The hints decide whether a document is a template or has macros, and what an archive without a
 * readable directory is.
 */
export const mediaTypeOfZip = async (read: ReadBytes, size: number, hints: readonly string[]): Promise<string> => {
  const entries = await directory(read, size)
  if (entries === null)
    return (
      hints.find((hint) => selfNamed.test(hint) || officeFormats.some(({ kin }) => kin.test(hint))) ?? 'application/zip'
    )
  const label = entries.find(({ name }) => name === 'mimetype')
  if (label !== undefined) {
    const named = (await readSmallZipEntry(read, label)).trim()
    if (selfNamed.test(named)) return named
  }
  const names = entries.map(({ name }) => name.toLowerCase())
  const has = (wanted: string): boolean => names.includes(wanted)
  if (has('meta-inf/container.xml')) return 'application/epub+zip'
  const format = officeFormats.find(({ folder }) => names.some((name) => name.startsWith(folder)))
  if (!has('[content_types].xml') || format === undefined) return appleFormatOf(names, hints) ?? 'application/zip'
  if (has('xl/workbook.bin')) return binaryWorkbook
  return hints.find((hint) => format.kin.test(hint)) ?? format.mediaType
}

type ZipDirectoryEntry = {
  readonly name: string
  /** The offset of its local header. */
  readonly at: number
  /** 0 is stored, 8 deflated. */
  readonly method: number
  /** Bytes. */
  readonly compressedSize: number
}

const endRecord = { signature: Buffer.from('PK\u0005\u0006', 'latin1'), length: 22, maxComment: 0xffff }
const maxDirectoryBytes = 4 * 1024 * 1024

/** The names in the central directory (APPNOTE 4.3.12, 4.3.16), or null when there is none that can be read. */
const directory = async (read: ReadBytes, size: number): Promise<ZipDirectoryEntry[] | null> => {
  const tailStart = Math.max(0, size - endRecord.length - endRecord.maxComment)
  const tail = await read(tailStart, size)
  const end = tail.lastIndexOf(endRecord.signature)
  if (end === -1 || end + endRecord.length > tail.length) return null
  const length = tail.readUInt32LE(end + 12)
  const start = tailStart + end - length
  if (start < 0 || length > maxDirectoryBytes) return null
  // Offsets count from the start of the archive, which may lie behind other bytes.
  const shift = start - tail.readUInt32LE(end + 16)
  const bytes = await read(start, start + length)

  const entries: ZipDirectoryEntry[] = []
  for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50;) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/')
    entries.push({
      name,
      at: bytes.readUInt32LE(at + 42) + shift,
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries.length > 0 || length === 0 ? entries : null
}

/** Bytes of a local header with its name and extra field, and of a content that is a media type. */
const maxLabelBytes = 512

/** The content of a small entry, or '' for a larger or damaged one (APPNOTE 4.3.7). */
const readSmallZipEntry = async (
  read: ReadBytes,
  { at, method, compressedSize }: ZipDirectoryEntry,
): Promise<string> => {
  if (at < 0) return ''
  const bytes = await read(at, at + maxLabelBytes)
  if (bytes.length < 30 || bytes.readUInt32LE(0) !== 0x04034b50) return ''
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  const data = bytes.subarray(start, start + compressedSize)
  if (method === 0) return data.toString('latin1')
  try {
    return method === 8 ? inflateRawSync(data, { maxOutputLength: maxLabelBytes }).toString('latin1') : ''
  } catch {
    return ''
  }
}
