import { randomUUIDv7 } from 'node:crypto'
import { JsonSchema, limits } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { isUuid } from '../db/values.ts'

/** One version of a schema that an account has stored. A version never changes. */
export type SchemaVersion = {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly latestVersion: number
  readonly description: string | null
  /** The time at which the version was stored. */
  readonly createdAt: Date
  readonly archivedAt: Date | null
}

export type SchemaVersionWithContent = SchemaVersion & { readonly schema: JsonSchema }

/** The account has as many versions of schemas as it may. */
export class TooManySchemaVersionsError extends Error {
  override readonly name = 'TooManySchemaVersionsError'
}

export type NewSchemaVersion = {
  readonly accountId: string
  readonly name: string
  readonly schema: JsonSchema
  readonly description: string | null
}

/**
 * Stores a schema: as the first version under its name, as the next, or not at all if the latest is the same, so that a
 * request can be repeated. An archived schema can be referred to again then. Resolves to the latest version.
 *
 * @throws {TooManySchemaVersionsError} and stores nothing.
 */
export const storeSchema = (
  database: Database,
  { accountId, name, schema, description }: NewSchemaVersion,
  now: Date,
): Promise<{ readonly created: boolean; readonly stored: SchemaVersionWithContent }> =>
  database.transaction(async (transaction) => {
    // One version of an account after the other, so that all are counted; this does not keep its jobs waiting.
    await transaction.query('select 1 from accounts where id = $1 for no key update', [accountId])
    const id = await nameSchema(transaction, { accountId, name }, now)
    const latest = await readStoredSchema(transaction, accountId, id)
    const text = JSON.stringify(schema)
    if (latest !== null && JSON.stringify(latest.schema) === text && latest.description === description)
      return { created: false, stored: latest }
    if ((await countVersions(transaction, accountId)) >= limits.schemaVersions)
      throw new TooManySchemaVersionsError('the account has as many versions of schemas as it may')
    await transaction.query(
      `insert into extraction_schema_versions (schema_id, version, schema, description, created_at)
       values ($1, $2, $3, $4, $5)`,
      [id, (latest?.version ?? 0) + 1, text, description, now],
    )
    const stored = await readStoredSchema(transaction, accountId, id)
    if (stored === null) throw new TypeError('a schema that was just stored is there')
    return { created: true, stored }
  })

/** The schema of this name, which is not archived from now on. */
const nameSchema = async (
  transaction: Transaction,
  { accountId, name }: Pick<NewSchemaVersion, 'accountId' | 'name'>,
  now: Date,
): Promise<string> => {
  const [row] = await transaction.query<{ id: string }>(
    `insert into extraction_schemas (id, account_id, name, created_at) values ($1, $2, $3, $4)
     on conflict on constraint schema_names_belong_to_one_account do update set archived_at = null returning id`,
    [randomUUIDv7(), accountId, name, now],
  )
  if (row === undefined) throw new TypeError('a name is inserted or updated')
  return row.id
}

const countVersions = async (queryable: Queryable, accountId: string): Promise<number> => {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::integer as count from extraction_schema_versions
     join extraction_schemas on extraction_schemas.id = schema_id where account_id = $1`,
    [accountId],
  )
  if (row === undefined) throw new TypeError('a count has a row')
  return row.count
}

/** A version of a schema of the account, or its latest; null if there is none. An id that is not a UUID is simply not found. */
export const readStoredSchema = async (
  queryable: Queryable,
  accountId: string,
  id: string,
  version: number | null = null,
): Promise<SchemaVersionWithContent | null> => {
  if (!isUuid(id)) return null
  const [row] = await queryable.query<SchemaRow & { schema: string }>(
    `select ${columns}, versions.schema from ${versionsOfSchemas}
     where account_id = $1 and schemas.id = $2 and versions.version = coalesce($3::integer, latest.version)`,
    [accountId, id, version],
  )
  if (row === undefined) return null
  const schema: unknown = JSON.parse(row.schema)
  if (!Check(JsonSchema, schema)) throw new TypeError('a stored schema is what the request had')
  return { ...toSchemaVersion(row), schema }
}

export type SchemaFilter = {
  readonly name?: string | undefined
  /** True if archived schemas are listed, and no others. */
  readonly isArchived: boolean
}

/** The schemas of the account in their latest versions, newest name first. The cursor is the id of the last one of the page before. */
export const listSchemas = async (
  queryable: Queryable,
  accountId: string,
  { name, isArchived }: SchemaFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly schemas: readonly SchemaVersion[]; readonly nextCursor: string | null }> => {
  const rows = await queryable.query<SchemaRow>(
    `select ${columns} from ${versionsOfSchemas}
     where account_id = $1 and versions.version = latest.version and (archived_at is not null) = $2
       and ($3::text is null or name = $3) and ($4::uuid is null or schemas.id < $4)
     order by schemas.id desc limit $5`,
    [accountId, isArchived, name ?? null, cursor, limit + 1],
  )
  const schemas = rows.slice(0, limit).map(toSchemaVersion)
  return { schemas, nextCursor: rows.length > limit ? (schemas.at(-1)?.id ?? null) : null }
}

/** Keeps new jobs from referring to the schema. Archiving it again changes nothing. Resolves to whether there is one. */
export const archiveSchema = async (
  queryable: Queryable,
  { accountId, id }: SchemaOfAccount,
  now: Date,
): Promise<boolean> => {
  if (!isUuid(id)) return false
  const rows = await queryable.query(
    `update extraction_schemas set archived_at = coalesce(archived_at, $3) where account_id = $1 and id = $2 returning id`,
    [accountId, id, now],
  )
  return rows.length > 0
}

/** Erases the schema with all its versions; jobs have copies of what they fill. Resolves to whether there was one. */
export const eraseSchema = async (queryable: Queryable, { accountId, id }: SchemaOfAccount): Promise<boolean> => {
  if (!isUuid(id)) return false
  const rows = await queryable.query('delete from extraction_schemas where account_id = $1 and id = $2 returning id', [
    accountId,
    id,
  ])
  return rows.length > 0
}

export type SchemaOfAccount = { readonly accountId: string; readonly id: string }

const versionsOfSchemas = `extraction_schemas as schemas
  join extraction_schema_versions as versions on versions.schema_id = schemas.id
  join lateral (
    select max(version) as version from extraction_schema_versions where schema_id = schemas.id
  ) as latest on true`

const columns =
  'schemas.id, name, versions.version, latest.version as latest_version, description, versions.created_at, archived_at'

type SchemaRow = {
  id: string
  name: string
  version: number
  latest_version: number
  description: string | null
  created_at: Date
  archived_at: Date | null
}

const toSchemaVersion = (row: SchemaRow): SchemaVersion => ({
  id: row.id,
  name: row.name,
  version: row.version,
  latestVersion: row.latest_version,
  description: row.description,
  createdAt: row.created_at,
  archivedAt: row.archived_at,
})
