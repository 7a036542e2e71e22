import { type ObjectSchema, parseExtractionSchema } from '../src/schema/extraction-schema.ts'

/** The schema of an object with these properties. */
export const schemaOf = (properties: Readonly<Record<string, unknown>>): ObjectSchema => {
  const { schema, mistakes } = parseExtractionSchema({ type: 'object', properties })
  if (schema === undefined) throw new TypeError(JSON.stringify(mistakes))
  return schema
}
