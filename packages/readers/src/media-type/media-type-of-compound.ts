type ReadBytes = (start: number, end: number) => Promise<Buffer>

/** The streams that identify Microsoft's binary formats. */
const compoundStreamMediaTypes: readonly (readonly [stream: string, mediaType: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['VisioDocument', 'application/vnd.visio'],
  ['Quill', 'application/x-mspublisher'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
]

const encryptedOpenXmlPrefix = 'application/vnd.openxmlformats-officedocument.'
const withMacros = /^application\/vnd\.ms-.*\.macroenabled\.12$/

/**
 * Returns what a compound file (MS-CFB) holds, by the streams in its root, because documents may be embedded in it; null
 * when that cannot be read. One that holds an encrypted Office document does not state its kind: the hints decide, or it
 * counts as a word-processing document.
 */
export const mediaTypeOfCompound = async (read: ReadBytes, hints: readonly string[]): Promise<string | null> => {
  const streams = namesInRoot(await directoryEntries(read))
  if (streams.has('EncryptedPackage'))
    return (
      hints.find((hint) => hint.startsWith(encryptedOpenXmlPrefix) || withMacros.test(hint)) ??
      `${encryptedOpenXmlPrefix}wordprocessingml.document`
    )
  return compoundStreamMediaTypes.find(([stream]) => streams.has(stream))?.[1] ?? null
}

/** Sectors of a directory that are read; an honest file has a few. */
const maxSectors = 200
const endOfChain = 0xfffffffa

/** An entry of the directory, with the entries beside it and the first one in it. */
type DirectoryEntry = { readonly name: string; readonly siblings: readonly number[]; readonly child: number }

/** The names of what is in the root; all names where its tree is damaged. */
const namesInRoot = (entries: readonly DirectoryEntry[]): Set<string> => {
  const names = new Set<string>()
  const visited = new Set([0])
  const waiting = [entries[0]?.child ?? 0]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index]
    if (entry === undefined || visited.has(index)) continue
    visited.add(index)
    names.add(entry.name)
    waiting.push(...entry.siblings)
  }
  return names.size > 0 ? names : new Set(entries.map(({ name }) => name))
}

/** The directory (MS-CFB 2.6), found by following its chain of sectors (2.3). */
const directoryEntries = async (read: ReadBytes): Promise<DirectoryEntry[]> => {
  const entries: DirectoryEntry[] = []
  const header = await read(0, 512)
  const size = 2 ** (header.length < 512 ? 0 : header.readUInt16LE(30))
  if (size !== 512 && size !== 4096) return entries
  let sector = header.readUInt32LE(48)
  for (let count = 0; count < maxSectors && sector < endOfChain; count += 1) {
    const start = (sector + 1) * size
    for (const entry of entriesInSector(await read(start, start + size))) entries.push(entry)
    sector = await nextSector(read, header, { sector, size })
  }
  return entries
}

const entriesInSector = (directory: Buffer): DirectoryEntry[] =>
  Array.from({ length: Math.floor(directory.length / 128) }, (_, index) => {
    const entry = directory.subarray(index * 128, (index + 1) * 128)
    const length = Math.min(entry.readUInt16LE(64), 64)
    return {
      name: length < 2 ? '' : entry.toString('utf16le', 0, length - 2),
      siblings: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
      child: entry.readUInt32LE(76),
    }
  })

/** The next sector by the allocation table, whose first 109 sectors are listed in the header. */
const nextSector = async (
  read: ReadBytes,
  header: Buffer,
  { sector, size }: { readonly sector: number; readonly size: number },
): Promise<number> => {
  const perSector = size / 4
  const index = Math.floor(sector / perSector)
  if (index >= 109) return endOfChain
  const start = (header.readUInt32LE(76 + index * 4) + 1) * size + (sector % perSector) * 4
  const bytes = await read(start, start + 4)
  return bytes.length === 4 ? bytes.readUInt32LE(0) : endOfChain
}
