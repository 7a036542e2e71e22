import type { JobParameters, OutputValues, ParseResult } from './contract.ts'

type Extraction = OutputValues['extraction']

/**
 * A schema that knows the type of what it describes, as those of Zod (4.2), ArkType and Valibot's `toStandardJsonSchema` do:
 * https://standardschema.dev/json-schema
 */
export type TypedSchema<Value> = {
  readonly '~standard': {
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
    readonly types?: { readonly output: Value } | undefined
  }
}

/** A schema that the account has stored; without a version the latest. */
export type StoredSchemaId = { readonly schemaId: string; readonly schemaVersion?: number | undefined }

/** A JSON Schema, or one that knows its type. */
export type SchemaFor<Value> = TypedSchema<Value> | Readonly<Record<string, unknown>>

/** The extracted data of a schema's value: every part of it may be null, because the pages may lack it. */
export type Extracted<Value> = Value extends readonly (infer Item)[]
  ? Extracted<Item>[]
  : Value extends object
    ? { [Name in keyof Value]-?: Extracted<Exclude<Value[Name], undefined>> }
    : Value | null

/** The options of an extraction, apart from its schema, as the API has them. */
export type ExtractionChoices = Omit<NonNullable<JobParameters['extraction']>, 'schema' | 'schemaId' | 'schemaVersion'>

/** The filled schema, with the place of each value and the warnings of the document. */
export type ExtractionOf<Value> = Omit<Extraction, 'data'> & {
  readonly data: Extracted<Value>
  readonly warnings: ParseResult['warnings']
}

/** The schema of an extraction as the API takes it. */
export const schemaFieldsOf = (
  schema: SchemaFor<unknown> | StoredSchemaId,
): Pick<NonNullable<JobParameters['extraction']>, 'schema' | 'schemaId' | 'schemaVersion'> => {
  if (!isStoredSchemaId(schema)) return { schema: jsonSchemaOf(schema) }
  const { schemaId, schemaVersion } = schema
  return { schemaId, ...(schemaVersion !== undefined && { schemaVersion }) }
}

/** No JSON Schema has such a keyword. */
const isStoredSchemaId = (schema: SchemaFor<unknown> | StoredSchemaId): schema is StoredSchemaId =>
  'schemaId' in schema && typeof schema.schemaId === 'string'

export const jsonSchemaOf = (schema: SchemaFor<unknown>): Record<string, unknown> =>
  isTypedSchema(schema) ? schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) : { ...schema }

const isTypedSchema = (schema: SchemaFor<unknown>): schema is TypedSchema<unknown> => {
  const standard: unknown = '~standard' in schema ? schema['~standard'] : undefined
  return typeof standard === 'object' && standard !== null && 'jsonSchema' in standard
}

/**
 * Tells whether an extraction has the shape of what was asked for. The service fills every part of a schema, with null
 * where need be.
 */
export const isExtractionOf = <Value>(
  extraction: Extraction,
): extraction is Extraction & Pick<ExtractionOf<Value>, 'data'> =>
  typeof extraction.data === 'object' && extraction.data !== null && Array.isArray(extraction.evidence)
