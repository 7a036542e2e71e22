import { damagedArchive } from '@polyparse/formats/archive'
import type { SevenZipFields } from './fields.ts'

/** Bytes that were packed together: their place, their methods, and the files that they hold. */
export type Folder = {
  readonly start: number
  readonly packedSize: number
  readonly size: number
  /** The coders in the order in which they unpack; none where more than one stream goes into one of them. */
  readonly coders: readonly Coder[]
  readonly files: readonly PackedFile[]
}
export type Coder = { readonly method: string; readonly properties: Buffer; readonly size: number }
/** `crc` is null where the archive states none. */
type PackedFile = { readonly size: number; readonly crc: number | null }

/** The identifiers of the parts of a header. */
export const ids = {
  end: 0,
  header: 1,
  properties: 2,
  otherStreams: 3,
  streams: 4,
  files: 5,
  packed: 6,
  folders: 7,
  subStreams: 8,
  sizes: 9,
  crcs: 10,
  folder: 11,
  unpackedSizes: 12,
  fileCounts: 13,
  emptyStreams: 14,
  emptyFiles: 15,
  names: 17,
  encodedHeader: 23,
} as const

type Draft = Omit<Folder, 'start' | 'packedSize' | 'files'> & { readonly crc: number | null; readonly streams: number }
type Packed = { readonly start: number; readonly sizes: readonly number[] }

/** The folders that a list of streams describes. */
export const readStreams = (fields: SevenZipFields): Folder[] => {
  let packed: Packed = { start: 0, sizes: [] }
  let drafts: readonly Draft[] = []
  let files: readonly (readonly PackedFile[])[] | null = null
  for (let id = fields.byte(); id !== ids.end; id = fields.byte()) {
    if (id === ids.packed) packed = readPacked(fields)
    else if (id === ids.folders) drafts = readFolders(fields)
    else if (id === ids.subStreams) files = readSubStreams(fields, drafts)
    else throw damagedArchive()
  }
  let [start, stream] = [packed.start, 0]
  return drafts.map(({ size, crc, coders, streams }, index) => {
    const packedSize = packed.sizes.slice(stream, stream + streams).reduce((sum, each) => sum + each, 0)
    const folder = { start, packedSize, size, coders, files: files?.[index] ?? [{ size, crc }] }
    start += packedSize
    stream += streams
    return folder
  })
}

const readPacked = (fields: SevenZipFields): Packed => {
  const start = fields.number()
  const count = fields.count()
  let sizes: number[] = []
  for (let id = fields.byte(); id !== ids.end; id = fields.byte()) {
    if (id === ids.sizes) sizes = Array.from({ length: count }, fields.number)
    else if (id === ids.crcs) readCrcs(fields, count)
    else throw damagedArchive()
  }
  return { start, sizes }
}

const readFolders = (fields: SevenZipFields): Draft[] => {
  if (fields.byte() !== ids.folder) throw damagedArchive()
  const count = fields.count()
  if (fields.byte() !== 0) throw damagedArchive()
  const shapes = Array.from({ length: count }, () => readFolder(fields))
  if (fields.byte() !== ids.unpackedSizes) throw damagedArchive()
  const sizes = shapes.map(({ outputs }) => Array.from({ length: outputs }, fields.number))
  let crcs: readonly (number | null)[] = []
  for (let id = fields.byte(); id !== ids.end; id = fields.byte()) {
    if (id !== ids.crcs) throw damagedArchive()
    crcs = readCrcs(fields, count)
  }
  return shapes.map(({ coders, streams, order }, index) => {
    const ordered = order.flatMap((place) => {
      const coder = coders[place]
      return coder === undefined ? [] : [{ ...coder, size: sizes[index]?.[place] ?? 0 }]
    })
    return { coders: ordered, streams, size: ordered.at(-1)?.size ?? 0, crc: crcs[index] ?? null }
  })
}

/** No program makes an archive with more. */
const maxCoders = 32

/** Reads the methods of a folder, counts the streams that go in and come out, and orders the methods of a chain. */
const readFolder = (fields: SevenZipFields) => {
  const count = fields.number()
  if (count < 1 || count > maxCoders) throw damagedArchive()
  let [inputs, outputs] = [0, 0]
  const coders = Array.from({ length: count }, (): Omit<Coder, 'size'> => {
    const flags = fields.byte()
    const method = fields.bytes(flags & 15).toString('hex')
    const isComplex = (flags & 0x10) !== 0
    inputs += isComplex ? fields.count() : 1
    outputs += isComplex ? fields.count() : 1
    if (inputs > maxCoders || outputs > maxCoders) throw damagedArchive()
    return { method, properties: (flags & 0x20) === 0 ? Buffer.alloc(0) : fields.bytes(fields.number()) }
  })
  /** The output that goes into each input. */
  const into = new Map<number, number>()
  for (let pair = 0; pair < outputs - 1; pair += 1) into.set(fields.number(), fields.number())
  const streams = inputs - (outputs - 1)
  if (streams < 1) throw damagedArchive()
  if (streams > 1) for (let stream = 0; stream < streams; stream += 1) fields.number()
  const isChain = inputs === count && outputs === count
  return { coders, outputs, streams, order: isChain ? orderOf(count, into) : [] }
}

/** Orders methods from the one that takes the packed bytes to the one whose output no other takes. */
const orderOf = (count: number, into: ReadonlyMap<number, number>): number[] => {
  const order: number[] = []
  let next = Array.from({ length: count }, (_, index) => index).find((index) => !into.has(index))
  while (next !== undefined && order.length < count) {
    order.push(next)
    const from = next
    next = [...into].find(([, output]) => output === from)?.[0]
  }
  return order
}

const readSubStreams = (fields: SevenZipFields, folders: readonly Draft[]): (readonly PackedFile[])[] => {
  let id = fields.byte()
  let counts = folders.map(() => 1)
  if (id === ids.fileCounts) {
    counts = folders.map(fields.count)
    id = fields.byte()
  }
  const stated = id === ids.sizes
  const sizes = folders.map(({ size }, index) => sizesWithin(size, counts[index] ?? 0, stated ? fields : null))
  if (stated) id = fields.byte()
  const unknown = folders.map(({ crc }, index) => crc === null || counts[index] !== 1)
  let crcs: (number | null)[] = []
  for (; id !== ids.end; id = fields.byte()) {
    if (id !== ids.crcs) throw damagedArchive()
    const count = counts.reduce((sum, each, index) => sum + (unknown[index] === true ? each : 0), 0)
    crcs = readCrcs(fields, count)
  }
  let next = 0
  return folders.map(({ crc }, index) =>
    (sizes[index] ?? []).map((size) => {
      if (unknown[index] !== true) return { size, crc }
      next += 1
      return { size, crc: crcs[next - 1] ?? null }
    }),
  )
}

/** Reads the sizes of the files in a folder; the last file has the rest. */
const sizesWithin = (size: number, count: number, fields: SevenZipFields | null): number[] => {
  if (count === 0) return []
  const sizes = Array.from({ length: count - 1 }, () => fields?.number() ?? 0)
  const last = size - sizes.reduce((sum, each) => sum + each, 0)
  if (last < 0) throw damagedArchive()
  return [...sizes, last]
}

const readCrcs = (fields: SevenZipFields, count: number): (number | null)[] =>
  fields.definedFlags(count).map((isDefined) => (isDefined ? fields.uint32() : null))
