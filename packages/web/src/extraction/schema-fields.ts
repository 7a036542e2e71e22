/** The types that the form offers for a field; a table is a list of rows with fields of their own. */
export const fieldTypes = ['text', 'number', 'integer', 'date', 'boolean', 'table'] as const
export type FieldType = (typeof fieldTypes)[number]

/** One line of the form. */
export type SchemaField = {
  /** Tells it from the others while it is edited. */
  readonly key: string
  readonly name: string
  readonly type: FieldType
  readonly description: string
  /** The fields of a table's rows; empty for other types. */
  readonly columns: readonly SchemaField[]
}

export type FieldSchema = { readonly [name: string]: unknown }

export const newField = (given: Partial<Omit<SchemaField, 'key'>> = {}): SchemaField => ({
  key: crypto.randomUUID(),
  name: '',
  type: 'text',
  description: '',
  columns: [],
  ...given,
})

/** The JSON Schema of the fields that have a name. */
export const schemaOfFields = (fields: readonly SchemaField[]): FieldSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.filter(({ name }) => name.trim() !== '').map((field) => [field.name.trim(), partOfField(field)]),
  ),
})

const partOfField = ({ type, description, columns }: SchemaField): FieldSchema => ({
  ...partsOfTypes[type],
  ...(description.trim() !== '' && { description: description.trim() }),
  ...(type === 'table' && { items: schemaOfFields(columns) }),
})

const partsOfTypes: Readonly<Record<FieldType, FieldSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  date: { type: 'string', format: 'date' },
  boolean: { type: 'boolean' },
  table: { type: 'array' },
}

/**
 * The fields of a schema; null if it says more than the form can show and would keep.
 * @example fieldsOfSchema({ type: 'string' }) // null
 */
export const fieldsOfSchema = (schema: unknown): SchemaField[] | null => {
  if (!isSchemaObject(schema) || schema['type'] !== 'object' || hasOthers(schema, ['type', 'properties'])) return null
  const { properties } = schema
  if (!isSchemaObject(properties)) return null
  const fields: SchemaField[] = []
  for (const [name, part] of Object.entries(properties)) {
    const field = fieldOfPart(name, part)
    if (field === null) return null
    fields.push(field)
  }
  return fields
}

const fieldOfPart = (name: string, part: unknown): SchemaField | null => {
  if (!isSchemaObject(part) || hasOthers(part, ['type', 'format', 'description', 'items'])) return null
  const { type, format, description = '', items } = part
  if (typeof description !== 'string') return null
  const known = fieldTypes.find(
    (each) => partsOfTypes[each]['type'] === type && partsOfTypes[each]['format'] === format,
  )
  if (known === undefined || (known === 'table') !== (items !== undefined)) return null
  const columns = known === 'table' ? fieldsOfSchema(items) : []
  // A table in a table has no place in the form.
  if (columns === null || columns.some((column) => column.type === 'table')) return null
  return newField({ name, type: known, description, columns })
}

/** Why the fields are not yet a schema that can be sent, or that they are. */
export type FieldsMistake = 'none' | 'no_name' | 'same_name' | 'no_columns'

export const mistakeOfFields = (fields: readonly SchemaField[]): FieldsMistake | null => {
  const names = fields.map(({ name }) => name.trim())
  if (fields.length === 0) return 'none'
  if (names.includes('')) return 'no_name'
  if (new Set(names).size < names.length) return 'same_name'
  for (const { type, columns } of fields) {
    if (type !== 'table') continue
    if (columns.length === 0) return 'no_columns'
    const mistake = mistakeOfFields(columns)
    if (mistake !== null) return mistake
  }
  return null
}

export const isSchemaObject = (value: unknown): value is FieldSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOthers = (schema: FieldSchema, known: readonly string[]): boolean =>
  Object.keys(schema).some((name) => !known.includes(name))
