/** A folder of a compound file: its streams and folders by name. */
export type CompoundFolder = { readonly [name: string]: Uint8Array | CompoundFolder }

const sectorBytes = 512
const smallBytes = 64
const smallLimit = 4096
const endOfChain = 0xfffffffe
const noCompoundReference = 0xffffffff
const tableMark = 0xfffffffd

type CompoundFileEntry = { name: string; type: number; right: number; child: number; start: number; size: number }

/** A compound file (MS-CFB, version 3) of streams and folders, as Office writes its old formats and what it encrypts. */
export const compoundFileOf = (root: CompoundFolder): Buffer => {
  const sectors: Buffer[] = []
  const table: number[] = []
  const small: Buffer[] = []
  const smallTable: number[] = []
  const entries: CompoundFileEntry[] = [
    { name: 'Root Entry', type: 5, right: noCompoundReference, child: noCompoundReference, start: endOfChain, size: 0 },
  ]

  /** Adds bytes as a chain of sectors and returns the first. */
  const add = (bytes: Uint8Array, into: Buffer[], chain: number[], size: number): number => {
    if (bytes.length === 0) return endOfChain
    const first = into.length
    for (let at = 0; at < bytes.length; at += size) {
      const sector = Buffer.alloc(size)
      sector.set(bytes.subarray(at, at + size))
      into.push(sector)
      chain.push(into.length)
    }
    chain[chain.length - 1] = endOfChain
    return first
  }
  const addFolder = (folder: CompoundFolder, parent: CompoundFileEntry): void => {
    let previous: CompoundFileEntry | null = null
    for (const [name, content] of Object.entries(folder)) {
      const index = entries.length
      const isStream = content instanceof Uint8Array
      const entry: CompoundFileEntry = {
        name,
        type: isStream ? 2 : 1,
        right: noCompoundReference,
        child: noCompoundReference,
        start: 0,
        size: 0,
      }
      entries.push(entry)
      if (previous === null) parent.child = index
      else previous.right = index
      previous = entry
      if (!isStream) addFolder(content, entry)
      else if (content.length < smallLimit) {
        entry.start = add(content, small, smallTable, smallBytes)
        entry.size = content.length
      } else {
        entry.start = add(content, sectors, table, sectorBytes)
        entry.size = content.length
      }
    }
  }
  const [rootEntry] = entries
  if (rootEntry === undefined) throw new Error('no root')
  addFolder(root, rootEntry)
  const smallStream = Buffer.concat(small)
  rootEntry.start = add(smallStream, sectors, table, sectorBytes)
  rootEntry.size = smallStream.length
  const smallTableStart = add(sectorsOfNumbers(smallTable), sectors, table, sectorBytes)
  const directoryStart = add(Buffer.concat(entries.map(directoryEntry)), sectors, table, sectorBytes)
  const perSector = sectorBytes / 4
  const tableSectors = Math.ceil(table.length / (perSector - 1))
  const tableStart = sectors.length
  for (let index = 0; index < tableSectors; index += 1) table.push(tableMark)

  const header = Buffer.alloc(sectorBytes)
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, tableSectors],
    [48, directoryStart],
    [56, smallLimit],
    [60, smallTableStart],
    [64, Math.ceil((smallTable.length * 4) / sectorBytes)],
    [68, endOfChain],
  ] as const)
    header.writeUInt32LE(value, at)
  for (let index = 0; index < 109; index += 1)
    header.writeUInt32LE(index < tableSectors ? tableStart + index : noCompoundReference, 76 + index * 4)
  const tableBytes = Buffer.alloc(tableSectors * sectorBytes, 0xff)
  sectorsOfNumbers(table).copy(tableBytes)
  return Buffer.concat([header, ...sectors, tableBytes])
}

const sectorsOfNumbers = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(Math.ceil((values.length * 4) / sectorBytes) * sectorBytes, 0xff)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

const directoryEntry = ({ name, type, right, child, start, size }: CompoundFileEntry): Buffer => {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.set([type, 1], 66)
  bytes.writeUInt32LE(noCompoundReference, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(child, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}
