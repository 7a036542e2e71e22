import type { ExtractionRequest, FieldError, JobParameters } from '@polyparse/contract'
import type { Queryable } from '../../db/database.ts'
import type { JobExtraction } from '../../jobs/job.ts'
import { readStoredSchema, type SchemaVersionWithContent } from '../../schemas/stored-schemas.ts'
import { validationError } from '../problems.ts'

type NamedParameters = { readonly nameOf: (parameter: keyof JobParameters) => string }

/** Resolves the extraction of a request with its schema, which is read now if it is a stored one. */
export type ExtractionResolver = (
  extraction: ExtractionRequest | null,
  names: NamedParameters,
) => Promise<JobExtraction | null>

/**
 * Reads the stored schemas that requests of an account refer to, each once. What a job fills is copied from them when it is
 * created, so that nothing that becomes of a schema later changes a job, also one that is tried again.
 *
 * The resolver throws a {@link RequestProblem} that names what the account has not stored, or has archived.
 */
export const createExtractionResolver = (queryable: Queryable, accountId: string): ExtractionResolver => {
  const known = new Map<string, SchemaVersionWithContent | null>()
  const read = async (id: string, version: number | null): Promise<SchemaVersionWithContent | null> => {
    const key = `${id} ${version}`
    const found = known.get(key) ?? (await readStoredSchema(queryable, accountId, id, version))
    known.set(key, found)
    return found
  }

  return async (extraction, { nameOf }) => {
    const { schemaId, schemaVersion = null } = extraction ?? {}
    if (extraction === null || schemaId === undefined) return extraction === null ? null : withOwnSchema(extraction)
    const refuse = (member: string, message: string): never => {
      const error: FieldError = { field: `${nameOf('extraction')}.${member}`, message }
      throw validationError([error])
    }
    const stored = await read(schemaId, schemaVersion)
    if (stored === null) {
      const latest = schemaVersion === null ? null : await read(schemaId, null)
      return latest === null
        ? refuse('schemaId', 'names a schema that your account does not have')
        : refuse('schemaVersion', `is a version that the schema does not have; its latest is ${latest.version}`)
    }
    if (stored.archivedAt !== null) return refuse('schemaId', 'names a schema that is archived')
    return { ...extraction, schema: stored.schema, schemaId: stored.id, schemaVersion: stored.version }
  }
}

/** The same of a request that has no stored schema. */
export const withOwnSchema = ({ schema, ...others }: ExtractionRequest): JobExtraction => {
  if (schema === undefined) throw new TypeError('a checked request has a schema, or the id of one')
  return { schema, ...others }
}
