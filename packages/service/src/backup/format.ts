import { Timestamp } from '@polyparse/contract'
import { nullable } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'

/**
 * A backup is a tar archive: the manifest; the tables in the text format of COPY, which every version of PostgreSQL
 * reads; the blobs under their paths; and the SHA-256 of each of these, in the form of `sha256sum`.
 */
export const formatVersion = 1

export const manifestName = 'polyparse-backup.json'
/**
 * @example tableName('jobs') // 'database/jobs.copy'
 */
export const tableName = (table: string): string => `database/${table}.copy`
export const blobsPrefix = 'blobs/'
export const sumsName = 'SHA256SUMS'

/**
 * @example sumLine('9f86d081', 'jobs.copy') // '9f86d081  jobs.copy\n'
 */
export const sumLine = (hash: string, name: string): string => `${hash}  ${name}\n`

export const Manifest = Type.Object({
  format: Type.Literal(formatVersion),
  /** The version of the product that made it. */
  polyparse: Type.String(),
  postgres: Type.String(),
  createdAt: Timestamp,
  /** Those that had been applied to the database. */
  migrations: Type.Array(Type.Object({ number: Type.Integer(), hash: Type.String() }), { minItems: 1 }),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String(), { minItems: 1 }) })),
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String({ pattern: '^-?[0-9]+$' }) })),
  /**
   * The number of blobs to which the database refers; null if they were in a bucket, and so are not part of the backup.
   */
  blobs: nullable(Type.Integer({ minimum: 0 })),
})
export type Manifest = Static<typeof Manifest>

/** A backup cannot be made, read or restored; the message tells the operator why. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** @throws {BackupError} */
export const parseManifest = (text: string): Manifest => {
  const value = parseJson(text)
  if (Check(Manifest, value)) return value
  if (Check(Type.Object({ format: Type.Integer({ minimum: formatVersion + 1 }) }), value))
    throw new BackupError('The backup was made by a newer version of Polyparse; restore it with that one.')
  throw new BackupError(`The manifest of the backup, ${manifestName}, is damaged.`)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * A name in SQL.
 * @example quotedIdentifier('jobs') // '"jobs"'
 */
export const quotedIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
