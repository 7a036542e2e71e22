import type { Document } from '@polyparse/document'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import type { ObjectSchema, SchemaPart } from '../schema/extraction-schema.ts'
import type { LabelIndex } from '../labels/labels.ts'
import { labelledTexts } from './pairs.ts'
import { proposeRows } from './propose-rows.ts'
import { proposeScalars } from './propose-scalars.ts'
import { dayFirstOf } from '../values/dates.ts'

/**
 * Fills a schema without a model: by labels, the fields of forms, and the headers of tables. What is not said clearly stays
 * null.
 */
export const proposeLocally = (
  schema: ObjectSchema,
  document: Pick<Document, 'pages' | 'tables' | 'fields'>,
  reading: IndexedReading,
  labels: LabelIndex,
): Record<string, unknown> => {
  const habits = { decimalSign: reading.decimalSign, isDayFirst: dayFirstOf(reading.words.map(({ text }) => text)) }
  const scalars = proposeScalars(schema, labels, labelledTexts(document), habits)
  const rows = proposeRows(schema, document, habits)
  const build = (part: SchemaPart, names: readonly string[]): unknown => {
    const key = names.join('/')
    if (part.kind === 'leaf') return scalars.get(key) ?? null
    return part.kind === 'array' ? (rows.get(key) ?? []) : objectOf(part, names)
  }
  const objectOf = (part: ObjectSchema, names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(part.properties.map(({ name, schema: property }) => [name, build(property, [...names, name])]))
  return objectOf(schema, [])
}
