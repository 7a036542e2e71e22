import type { SchemaSummary, StoredSchema } from './contract.ts'
import { jsonSchemaOf, type SchemaFor } from './extract.ts'
import type { CallOptions } from './jobs.ts'
import { removeKept } from './kept.ts'
import { isSchemaList, isStoredSchema } from './shapes.ts'
import { anyOf } from './signals.ts'
import type { Transport } from './transport.ts'

/** A schema to be stored. */
export type SchemaToStore = {
  /** A name that the account has makes the next version of its schema. */
  readonly name: string
  /** A JSON Schema, or one that knows its type. */
  readonly schema: SchemaFor<unknown>
  /** The description for people. */
  readonly description?: string | undefined
}

/** The filters of a list of schemas. */
export type SchemaFilters = {
  readonly name?: string | undefined
  /** True if those that are archived are listed, and no others. Default: false. */
  readonly archived?: boolean | undefined
}

/** One request may ask for no more. */
const schemaListPageSize = 100

const pathOfSchema = (id: string): string => `/api/v1/schemas/${encodeURIComponent(id)}`

/** `client.schemas`. All of it throws what the client throws; see there. */
export const createSchemas = (transport: Transport, clientSignal: AbortSignal | undefined) => {
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)

  return {
    /**
     * Stores a schema for extractions, as the next version of the one that has its name. What the latest version is already is
     * not stored again.
     * @throws {ValidationError} that names the place of what is wrong in the schema
     * @example
     * const { id } = await client.schemas.store({ name: 'invoice', schema })
     * const { data } = await client.extract('invoice.pdf', { schemaId: id })
     */
    store: ({ name, schema, description }: SchemaToStore, options: CallOptions = {}): Promise<StoredSchema> =>
      transport.ask(
        {
          method: 'POST',
          path: '/api/v1/schemas',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name, schema: jsonSchemaOf(schema), description }),
          signal: signalOf(options),
        },
        isStoredSchema,
      ),

    /**
     * A version of a schema; without `version` the latest.
     * @throws {NotFoundError}
     */
    get: (
      id: string,
      { version, ...options }: CallOptions & { readonly version?: number } = {},
    ): Promise<StoredSchema> =>
      transport.ask(
        {
          path: `${pathOfSchema(id)}${version === undefined ? '' : `?version=${version}`}`,
          signal: signalOf(options),
        },
        isStoredSchema,
      ),

    /** The schemas of the account in their latest versions, newest name first. A page is asked for when the one before has been read. */
    list: async function* ({ name, archived, ...options }: SchemaFilters & CallOptions = {}): AsyncGenerator<
      SchemaSummary,
      void,
      undefined
    > {
      const query = new URLSearchParams({
        limit: String(schemaListPageSize),
        ...(name !== undefined && { name }),
        ...(archived !== undefined && { archived: String(archived) }),
      })
      for (;;) {
        const request = { path: `/api/v1/schemas?${String(query)}`, signal: signalOf(options) }
        const { schemas, nextCursor } = await transport.ask(request, isSchemaList)
        yield* schemas
        if (nextCursor === undefined) return
        query.set('cursor', nextCursor)
      }
    },

    /**
     * Keeps new jobs from referring to a schema, until something is stored under its name again.
     * @throws {NotFoundError}
     */
    archive: (id: string, options: CallOptions = {}): Promise<StoredSchema> =>
      transport.ask({ method: 'POST', path: `${pathOfSchema(id)}/archive`, signal: signalOf(options) }, isStoredSchema),

    /** Erases a schema with all its versions; jobs keep what they fill. One that does not exist is erased. */
    erase: (id: string, options: CallOptions = {}): Promise<void> =>
      removeKept(transport, { path: pathOfSchema(id), signal: signalOf(options) }),
  }
}
