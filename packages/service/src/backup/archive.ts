import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { itemAt } from '@polyparse/document/items'
import type { KeptBlobs } from '../blobs/blob-store.ts'
import { tarEnd, tarHeader, tarPadding, type TarEntry } from '../lib/tar.ts'
import type { CopiedDatabase } from './copy-out.ts'
import { blobsPrefix, manifestName, sumLine, sumsName, tableName, type Manifest } from './format.ts'

type BackupArchiveParts = {
  readonly manifest: Manifest
  readonly copied: CopiedDatabase
  /** Null: the blobs are not part of the backup. */
  readonly blobs: KeptBlobs | null
  /** The folder for files of this function. */
  readonly folder: string
}

type BackupArchiveEntry = TarEntry & { readonly content: AsyncIterable<Uint8Array> }

/** Small pieces are joined up to this size. */
const archiveChunkBytes = 64 * 1024

/** The bytes of a backup. A blob that is missing is left out. */
export const archiveOf = (parts: BackupArchiveParts): AsyncGenerator<Uint8Array> =>
  joinSmallChunks(tarChunksOfBackup(parts))

async function* tarChunksOfBackup({ manifest, copied, blobs, folder }: BackupArchiveParts): AsyncGenerator<Uint8Array> {
  const madeAt = new Date(manifest.createdAt)
  const sums = join(folder, 'sums')
  await writeFile(sums, '', { mode: 0o600 })
  let lines = ''
  for await (const { name, size, content } of entriesOfBackup({ manifest, copied, blobs })) {
    const hash = createHash('sha256')
    yield tarHeader({ name, size }, madeAt)
    let length = 0
    for await (const piece of content) {
      hash.update(piece)
      length += piece.length
      yield piece
    }
    if (length !== size) throw new Error(`${name} has changed while it was being read`)
    yield tarPadding(size)
    lines += sumLine(hash.digest('hex'), name)
    if (lines.length < archiveChunkBytes) continue
    await appendFile(sums, lines)
    lines = ''
  }
  await appendFile(sums, lines)
  const { size } = await stat(sums)
  yield tarHeader({ name: sumsName, size }, madeAt)
  yield* createReadStream(sums)
  yield tarPadding(size)
  yield tarEnd
}

async function* entriesOfBackup({
  manifest,
  copied,
  blobs,
}: Omit<BackupArchiveParts, 'folder'>): AsyncGenerator<BackupArchiveEntry> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield { name: manifestName, size: text.length, content: one(text) }
  for (const [index, { name }] of copied.tables.entries()) {
    const file = itemAt(copied.files, index)
    const { size } = await stat(file)
    yield { name: tableName(name), size, content: createReadStream(file) }
  }
  if (blobs === null) return
  const paths = await open(copied.paths)
  for await (const path of paths.readLines()) {
    const blob = await blobs.open(path)
    if (blob !== null) yield { name: `${blobsPrefix}${path}`, ...blob }
  }
}

async function* one(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece
}

async function* joinSmallChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < archiveChunkBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
