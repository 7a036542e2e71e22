import type { FieldError } from '@polyparse/contract'
import type { Static, TSchema } from '@polyparse/document/typebox'
import { Compile, type Validator } from '@polyparse/document/typebox/compile'
import { Settings } from '@polyparse/document/typebox/system'

// The default of 8 would hide mistakes from the list that a caller is given.
Settings.Set({ maxErrors: 200 })

type SchemaError = ReturnType<Validator['Errors']>[number]

/** The name in messages for a path into the value, such as `source.url`. */
export type FieldName = (path: readonly string[]) => string

const maxNameLength = 100

export const dotted: FieldName = (path) => path.map((part) => part.slice(0, maxNameLength)).join('.') || 'body'

/** A check of values against the schema, which describes mistakes in the terms of the interface. */
export const createCheck = <const Schema extends TSchema>(
  schema: Schema,
  name: FieldName = dotted,
  unknown = 'is not a known field',
) => {
  const validator = Compile(schema)
  return (value: unknown): { value: Static<Schema> } | { errors: FieldError[] } =>
    validator.Check(value)
      ? { value }
      : { errors: withoutRepetition(fieldErrors(validator.Errors(value), { value, name, unknown })) }
}

type Checked = { readonly value: unknown; readonly name: FieldName; readonly unknown: string }

const fieldErrors = (errors: readonly SchemaError[], { value, name, unknown }: Checked): FieldError[] =>
  errors.flatMap((error): FieldError[] => {
    const path = pathOf(error.instancePath)
    if (error.keyword === 'boolean') return [] // reported again as `additionalProperties`
    if (error.keyword === 'propertyNames') return [] // sums up what is reported of each name
    if (error.schemaPath.endsWith('/propertyNames'))
      return [{ field: name(path.slice(0, -1)), message: `has a name that ${message(error)}` }]
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((member) => ({
        field: name([...path, member]),
        message: 'is required',
      }))
    if (error.keyword === 'additionalProperties')
      return error.params.additionalProperties.map((member) => ({
        field: name([...path, member]),
        message: unknown,
      }))
    // An entry of a list is reported under the name of the list: the interface has no names for entries.
    const index = path.at(-1) ?? ''
    if (!/^\d+$/.test(index)) return [{ field: name(path), message: message(error) }]
    const entry = `has ${shown(at(value, path))} at index ${index}, which ${message(error)}`
    return [{ field: name(path.slice(0, -1)), message: entry }]
  })

/** The value at a path; undefined where there is none. */
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null ? new Map(Object.entries(inside)).get(part) : undefined,
    value,
  )

/** Characters of a value that a message repeats. */
const maxShown = 60

const shown = (value: unknown): string => {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length <= maxShown ? json : `${json.slice(0, maxShown)}…`
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

const message = (error: SchemaError): string => {
  const { keyword, params } = error
  if (keyword === 'type') return `must be ${[params.type].flat().map(typeName).join(' or ')}`
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if ((keyword === 'minItems' || keyword === 'minLength') && params.limit === 1) return 'must not be empty'
  if (keyword === 'maxProperties' || keyword === 'maxItems') return `must have at most ${params.limit} entries`
  if (keyword === 'maxLength') return `must have at most ${params.limit} characters`
  if (keyword === 'format' && params.format === 'date-time')
    return 'must be a date and time of RFC 3339, such as 2026-01-15T09:30:00Z'
  if (keyword === 'minimum') return `must be at least ${params.limit}`
  if (keyword === 'maximum') return `must be at most ${params.limit}`
  return error.message
}

const typeName = (type: string): string => typeNames[type] ?? type

const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

const withoutRepetition = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(errors.map((error) => [`${error.field} ${error.message}`, error])).values(),
]
