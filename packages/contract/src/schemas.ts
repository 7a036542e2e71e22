import { Type, type Static } from '@polyparse/document/typebox'
import { limits } from './limits.ts'
import { Timestamp, Uuid } from './primitives.ts'

const SchemaName = Type.String({
  minLength: limits.schemaNameLength.minimum,
  maxLength: limits.schemaNameLength.maximum,
  description: 'The name of one schema of the account; posting under it again makes a new version.',
  examples: ['invoice'],
})

export const JsonSchema = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'A JSON Schema of the type object: objects, arrays, strings with formats, numbers, booleans, enums and descriptions; at most 64 KiB, 8 levels and 500 properties.',
})
export type JsonSchema = Static<typeof JsonSchema>

const SchemaDescription = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.schemaDescriptionLength,
    description: 'A text for people: the purpose of the schema, or the changes of the version.',
  }),
)

/** Names a schema, or says what is different from now on. */
export const StoreSchemaBody = Type.Object(
  { name: SchemaName, schema: JsonSchema, description: SchemaDescription },
  { additionalProperties: false, title: 'StoreSchemaBody' },
)
export type StoreSchemaBody = Static<typeof StoreSchemaBody>

const version = Type.Integer({ minimum: 1, description: 'Versions count from 1, without gaps, and never change.' })

/** The schema that a job fills, where it is a stored one. */
export const SchemaReference = Type.Object(
  { id: Uuid, version },
  {
    title: 'SchemaReference',
    description: 'The stored schema that the job fills, in the version that it was created with.',
  },
)
export type SchemaReference = Static<typeof SchemaReference>

const summary = {
  id: Uuid,
  name: SchemaName,
  version,
  latestVersion: Type.Integer({ minimum: 1 }),
  description: SchemaDescription,
  createdAt: { ...Timestamp, description: 'The time at which this version was stored.' },
  archivedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Since when no new job may refer to the schema, if it is archived.',
    }),
  ),
}

export const SchemaSummary = Type.Object(summary, { title: 'SchemaSummary' })
export type SchemaSummary = Static<typeof SchemaSummary>

/** One version of a schema. */
export const StoredSchema = Type.Object({ ...summary, schema: JsonSchema }, { title: 'StoredSchema' })
export type StoredSchema = Static<typeof StoredSchema>

export const SchemaList = Type.Object(
  { schemas: Type.Array(SchemaSummary), nextCursor: Type.Optional(Type.String()) },
  { title: 'SchemaList' },
)
export type SchemaList = Static<typeof SchemaList>
