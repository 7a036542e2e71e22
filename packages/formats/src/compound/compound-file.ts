import { damagedCompound, readLayout, type SectorLayout } from './sectors.ts'

/** A folder of a compound file (MS-CFB): its streams and folders by name, without regard to case. */
export type Storage = {
  readonly name: string
  readonly storages: ReadonlyMap<string, Storage>
  readonly streamNames: readonly string[]
  /**
   * The bytes of a stream, or null where there is none.
   * @throws {EngineFailure} `document_damaged` when they cannot be read.
   */
  stream(name: string): Buffer | null
}

/**
 * Tells whether the bytes are a compound file (MS-CFB 2.2), which Office uses for encrypted documents and all its old
 * formats.
 */
export const isCompoundFile = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))

/** Levels of folders; mails in mails have a few, deeper ones are dropped. */
const maxStorageDepth = 64
/** Bytes of all streams together, which may share their sectors. */
const maxCompoundBytes = 512 * 1024 ** 2
const compoundEntryBytes = 128
const noStreamMarker = 0xffffffff

/** An entry of the directory (MS-CFB 2.6.1). */
type CompoundEntry = {
  readonly name: string
  /** 1 is a storage, 2 a stream, 5 the root. */
  readonly type: number
  readonly siblings: readonly number[]
  readonly child: number
  readonly start: number
  readonly size: number
}

/**
 * The root of a compound file. Nothing but the directory is read before it is asked for; no chain of sectors is longer
 * than the file, and no entry is visited twice.
 * @throws {EngineFailure} `document_damaged`
 */
export const openCompoundFile = (bytes: Uint8Array): Storage => {
  const layout = readLayout(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const directory = layout.chain(layout.directoryStart)
  const entries = Array.from({ length: Math.floor(directory.length / compoundEntryBytes) }, (_, index) =>
    readEntry(directory.subarray(index * compoundEntryBytes, (index + 1) * compoundEntryBytes), layout),
  )
  const [root] = entries
  if (root?.type !== 5) throw damagedCompound()
  const read = streamReader(layout, root)
  const visited = new Set<number>()

  const storageOf = ({ name, child }: CompoundEntry, depth: number): Storage => {
    const storages = new Map<string, Storage>()
    const streams = new Map<string, CompoundEntry>()
    const waiting = [child]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const entry = entries[index]
      if (entry === undefined || visited.has(index)) continue
      visited.add(index)
      waiting.push(...entry.siblings)
      if (entry.type === 2) streams.set(keyOfStream(entry.name), entry)
      else if (entry.type === 1 && depth < maxStorageDepth)
        storages.set(keyOfStream(entry.name), storageOf(entry, depth + 1))
    }
    return {
      name,
      storages,
      streamNames: [...streams.values()].map((entry) => entry.name),
      stream: (wanted) => {
        const entry = streams.get(keyOfStream(wanted))
        return entry === undefined ? null : read(entry)
      },
    }
  }
  return storageOf(root, 0)
}

/**
 * The name under which entries are found: they are in any order and case.
 * @example keyOfStream('WordDocument') // 'worddocument'
 */
export const keyOfStream = (name: string): string => name.toLowerCase()

const readEntry = (bytes: Buffer, { isVersion4 }: SectorLayout): CompoundEntry => {
  const nameBytes = Math.min(Math.max(bytes.readUInt16LE(64), 2), 64) - 2
  return {
    name: bytes.toString('utf16le', 0, nameBytes),
    type: bytes.readUInt8(66),
    siblings: [bytes.readUInt32LE(68), bytes.readUInt32LE(72)].filter((index) => index !== noStreamMarker),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    // The upper half of the size is undefined in version 3.
    size: bytes.readUInt32LE(120) + (isVersion4 ? bytes.readUInt32LE(124) * 2 ** 32 : 0),
  }
}

/** Small streams lie in sectors of their own within the stream of the root (MS-CFB 2.4). */
const streamReader = (layout: SectorLayout, root: CompoundEntry): ((entry: CompoundEntry) => Buffer) => {
  let small: ((start: number, size: number) => Buffer) | null = null
  let left = maxCompoundBytes
  return ({ start, size }) => {
    if (size === 0) return Buffer.alloc(0)
    left -= size
    if (left < 0) throw damagedCompound()
    const isSmall = size < layout.smallStreamLimit
    if (isSmall) small ??= layout.smallStreams(layout.chain(root.start, root.size))
    const stream = isSmall && small !== null ? small(start, size) : layout.chain(start, size)
    if (stream.length < size) throw damagedCompound()
    return stream
  }
}
