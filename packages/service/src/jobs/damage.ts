import { finished, pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BlobDamagedError, BlobNotFoundError, type BlobStore } from '../blobs/blob-store.ts'
import type { Queryable } from '../db/database.ts'
import type { StoredResult } from './job.ts'
import { jobOfPath } from './paths.ts'
import { resultBody, verified } from './verified.ts'

/** The damage of stored bytes: there are none, there are more or fewer, or they are others. */
export type Damage = 'missing' | 'wrong_size' | 'changed'

/**
 * Reads a stored result to its end and compares size and hash; null if it is intact. The files after its body are
 * decompressed, which checks a sum.
 */
export const damageOf = async (blobs: BlobStore, result: StoredResult): Promise<Damage | null> => {
  const { path, size, bodySize } = result
  let damage: Damage = 'wrong_size'
  try {
    const stored = await blobs.read(path, resultBody(result))
    damage = 'changed'
    await finished((await verified(stored, result)).resume())
    if (bodySize < size) await pipeline(await blobs.read(path, { size, start: bodySize }), createGunzip(), sink())
    return null
  } catch (error) {
    if (error instanceof BlobNotFoundError) return 'missing'
    if (error instanceof BlobDamagedError || isUndecodable(error)) return damage
    throw error
  }
}

/** The same for a reading, whose size and hash are not recorded: whether it can be decompressed, which checks a sum. */
export const damageOfReading = async (blobs: BlobStore, path: string): Promise<Damage | null> => {
  try {
    await pipeline(await blobs.read(path), createGunzip(), sink())
    return null
  } catch (error) {
    if (error instanceof BlobNotFoundError) return 'missing'
    if (isUndecodable(error)) return 'changed'
    throw error
  }
}

const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Tells whether compressed bytes are not what was compressed.
 * @example isUndecodable(Object.assign(new Error(), { code: 'Z_DATA_ERROR' })) // true
 */
export const isUndecodable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR')

/** Records whether the stored result of an ended job is damaged, unless it has another one by now. */
export const recordDamage = async (database: Queryable, path: string, damagedAt: Date | null): Promise<void> => {
  await database.query('update jobs set result_damaged_at = $3 where id = $1 and result_path = $2', [
    jobOfPath(path),
    path,
    damagedAt,
  ])
}
