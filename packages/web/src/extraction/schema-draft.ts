import { readMessages } from '../language/messages.ts'
import { readViewMessages } from '../language/view-messages.ts'
import {
  fieldsOfSchema,
  isSchemaObject,
  mistakeOfFields,
  schemaOfFields,
  type FieldSchema,
  type SchemaField,
} from './schema-fields.ts'

/** A schema while it is edited. */
export type SchemaDraft =
  | { readonly kind: 'fields'; readonly fields: readonly SchemaField[] }
  | { readonly kind: 'json'; readonly text: string }

/**
 * The length of a percent-encoded schema that a header carries beside the others: the service takes 64 KiB of headers
 * (docs/use/extraction.md).
 */
const maxHeaderLength = 56_000

/** A schema as the form shows it, or as JSON where the form would lose something. */
export const draftOfSchema = (schema: FieldSchema): SchemaDraft => {
  const fields = fieldsOfSchema(schema)
  return fields === null ? { kind: 'json', text: JSON.stringify(schema, null, 2) } : { kind: 'fields', fields }
}

export const jsonOfDraft = (draft: SchemaDraft): string =>
  draft.kind === 'json' ? draft.text : JSON.stringify(schemaOfFields(draft.fields), null, 2)

/** Null where the JSON is none, or says more than the form can show. */
export const fieldsOfDraft = (draft: SchemaDraft): readonly SchemaField[] | null => {
  if (draft.kind === 'fields') return draft.fields
  const parsed = parseDraft(draft.text)
  return 'error' in parsed ? null : fieldsOfSchema(parsed.schema)
}

/** The schema to be sent, or what has to be changed first. What it may say the service checks. */
export const schemaOfDraft = (draft: SchemaDraft): { readonly schema: FieldSchema } | { readonly error: string } => {
  const { mistakes, tooLong } = readViewMessages().extraction
  const mistake = draft.kind === 'fields' ? mistakeOfFields(draft.fields) : null
  if (mistake !== null) return { error: mistakes[mistake] }
  const parsed = draft.kind === 'fields' ? { schema: schemaOfFields(draft.fields) } : parseDraft(draft.text)
  if ('error' in parsed) return parsed
  return encodeURIComponent(JSON.stringify(parsed.schema)).length > maxHeaderLength ? { error: tooLong } : parsed
}

const parseDraft = (text: string): { readonly schema: FieldSchema } | { readonly error: string } => {
  const { noJson, noObject } = readViewMessages().extraction
  try {
    const schema: unknown = JSON.parse(text)
    return isSchemaObject(schema) ? { schema } : { error: noObject }
  } catch (error) {
    return { error: noJson(error instanceof Error ? error.message : readMessages().common.unknownError) }
  }
}
