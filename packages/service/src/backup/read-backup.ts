import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isBlobPath } from '../blobs/blob-path.ts'
import { readTar, TarError, type StoredTarEntry } from '../lib/tar.ts'
import {
  BackupError,
  blobsPrefix,
  manifestName,
  parseManifest,
  sumLine,
  sumsName,
  tableName,
  type Manifest,
} from './format.ts'

/** A backup that is whole, and as it was written. */
export type VerifiedBackup = {
  readonly manifest: Manifest
  /** The number of its blobs: fewer than those to which its database refers, if some were missing. */
  readonly blobCount: number
}

type BackupTable = Manifest['tables'][number]

/** A table or a blob, in the order of the backup. */
export type BackupEntry = Pick<StoredTarEntry, 'size' | 'read'> &
  ({ readonly kind: 'table'; readonly table: BackupTable } | { readonly kind: 'blob'; readonly path: string })

/** It is some kilobytes; more is something else. */
const maxManifestBytes = 1024 * 1024

/**
 * Reads all of a backup and checks it.
 * @throws {BackupError}
 */
export const verifyBackup = (file: FileHandle, signal?: AbortSignal): Promise<VerifiedBackup> =>
  explainTarErrors(async () => {
    const manifest = await readManifest(file)
    const sums = createHash('sha256')
    const count = { table: 0, blob: 0, manifest: 0 }
    let isWhole = false
    for await (const entry of readTar(file)) {
      signal?.throwIfAborted()
      if (isWhole) throw damaged('something follows the sums')
      const hash = await hashOf(entry)
      if (entry.name === sumsName) {
        if (hash !== sums.digest('hex')) throw damaged('its sums do not match')
        isWhole = true
      } else {
        sums.update(sumLine(hash, entry.name))
        count[classify(entry, manifest).kind] += 1
      }
    }
    if (!isWhole || count.table !== manifest.tables.length) throw damaged('something is missing')
    return { manifest, blobCount: count.blob }
  })

/** The tables and blobs of a backup that has been verified. */
export async function* readEntries(file: FileHandle, manifest: Manifest): AsyncGenerator<BackupEntry> {
  for await (const entry of readTar(file)) {
    if (entry.name === sumsName) return
    const found = classify(entry, manifest)
    if (found.kind !== 'manifest') yield { ...found, size: entry.size, read: entry.read }
  }
}

const readManifest = async (file: FileHandle): Promise<Manifest> => {
  const first = await readTar(file)
    .next()
    .catch((error: unknown) => {
      throw error instanceof TarError ? notABackup(error) : error
    })
  if (first.done === true || first.value.name !== manifestName || first.value.size > maxManifestBytes)
    throw notABackup()
  return parseManifest(await text(first.value.read()))
}

const classify = ({ name }: StoredTarEntry, { tables }: Manifest) => {
  if (name === manifestName) return { kind: 'manifest' } as const
  const table = tables.find((each) => tableName(each.name) === name)
  if (table !== undefined) return { kind: 'table', table } as const
  const path = name.startsWith(blobsPrefix) ? name.slice(blobsPrefix.length) : ''
  if (!isBlobPath(path)) throw damaged('something does not belong there')
  return { kind: 'blob', path } as const
}

const hashOf = async (entry: StoredTarEntry): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of entry.read()) hash.update(piece)
  return hash.digest('hex')
}

const explainTarErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof TarError ? damaged(error.message, error) : error
  }
}

const damaged = (reason: string, cause?: unknown): BackupError =>
  new BackupError(`The backup is damaged: ${reason}.`, { cause })

const notABackup = (cause?: unknown): BackupError => new BackupError('This is not a backup of Polyparse.', { cause })
