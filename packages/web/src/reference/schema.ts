import { lastOf } from '@polyparse/document/items'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import type { Schemas } from './openapi.ts'
import { readViewMessages } from '../language/view-messages.ts'

const optionalString = Type.Optional(Type.String())
const optionalNumber = Type.Optional(Type.Number())

const SchemaDescription = Type.Object({
  $ref: optionalString,
  title: optionalString,
  description: optionalString,
  type: optionalString,
  format: optionalString,
  pattern: optionalString,
  enum: Type.Optional(Type.Array(Type.Unknown())),
  const: Type.Optional(Type.Unknown()),
  default: Type.Optional(Type.Unknown()),
  minimum: optionalNumber,
  maximum: optionalNumber,
  minLength: optionalNumber,
  maxLength: optionalNumber,
  minItems: optionalNumber,
  maxItems: optionalNumber,
  items: Type.Optional(Type.Unknown()),
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  patternProperties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  required: Type.Optional(Type.Array(Type.String())),
  anyOf: Type.Optional(Type.Array(Type.Unknown())),
  oneOf: Type.Optional(Type.Array(Type.Unknown())),
})

/** The parts of a JSON Schema that are shown. */
export type SchemaDescription = Static<typeof SchemaDescription>

/** Returns what a schema says, references followed. */
export const readSchema = (schema: unknown, schemas: Schemas): SchemaDescription => {
  if (!Check(SchemaDescription, schema)) return {}
  if (schema.$ref === undefined) return schema
  const name = lastOf(schema.$ref.split('/'))
  const { $ref: _, ...beside } = schema
  return { title: name, ...readSchema(schemas[name], schemas), ...beside }
}

/** The choices of a union; a schema that is none is the only choice. */
export const choicesOfSchema = (schema: SchemaDescription): readonly unknown[] =>
  schema.anyOf ?? schema.oneOf ?? [schema]

/** Its type in a few words: `string`, `Warning[]`, `number or null`. */
export const typeOfSchema = (schema: unknown, schemas: Schemas): string => {
  const viewMessages = readViewMessages()
  const read = readSchema(schema, schemas)
  const choices = read.anyOf ?? read.oneOf
  if (read.title !== undefined) return read.title
  if (choices !== undefined)
    return choices.map((choice) => typeOfSchema(choice, schemas)).join(viewMessages.reference.orType)
  if (read.const !== undefined) return JSON.stringify(read.const)
  if (read.type === 'array') return `${typeOfSchema(read.items, schemas)}[]`
  const [values] = Object.values(read.patternProperties ?? {})
  if (values !== undefined) return viewMessages.reference.mapOf(typeOfSchema(values, schemas))
  return read.format === undefined ? (read.type ?? 'any') : `${read.type ?? 'any'}, ${read.format}`
}

/** Its limits in a few words. */
export const limitsOf = ({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: usual,
}: SchemaDescription): string[] => {
  const { atLeast, atMost, fromTo, defaultIs, limits } = readViewMessages().reference
  const range = (from: number | undefined, to: number | undefined, what: string): string[] => {
    if (from === undefined) return to === undefined ? [] : [`${atMost(to)}${what}`]
    return [to === undefined ? `${atLeast(from)}${what}` : `${fromTo(from, to)}${what}`]
  }
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, limits.characters),
    ...range(minItems, maxItems, limits.items),
    ...(usual === undefined ? [] : [defaultIs(JSON.stringify(usual))]),
  ]
}

/** The properties that a value of it has, or that the items of a list of it have. */
export const propertiesOfSchema = (
  schema: unknown,
  schemas: Schemas,
): { properties: [string, unknown][]; required: readonly string[] } => {
  const read = readSchema(schema, schemas)
  if (read.type === 'array') return propertiesOfSchema(read.items, schemas)
  const [values] = Object.values(read.patternProperties ?? {})
  if (values !== undefined) return propertiesOfSchema(values, schemas)
  return { properties: Object.entries(read.properties ?? {}), required: read.required ?? [] }
}
