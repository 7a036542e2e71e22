import type { FieldError } from '@polyparse/contract'
import {
  Type,
  type Static,
  type TObject,
  type TPartial,
  type TProperties,
  type TSchema,
} from '@polyparse/document/typebox'
import { Compile, type Validator } from '@polyparse/document/typebox/compile'
import { Settings } from '@polyparse/document/typebox/system'
import { nameOfPath } from './json-bounds.ts'
import { maxErrors } from './problems.ts'
import { withoutSurplus } from './without-surplus.ts'

// The default of 8 would hide mistakes from the list that a caller is given; some of these say the same of one field.
Settings.Set({ maxErrors: 2 * maxErrors })

type SchemaError = ReturnType<Validator['Errors']>[number]

/** The name in messages for a path into the value, such as `source.url`. */
export type FieldName = (path: readonly string[]) => string

/** A check of values against the schema, which describes the first mistakes in the terms of the interface. */
export const createCheck = <const Schema extends TSchema>(
  schema: Schema,
  name: FieldName = nameOfPath,
  unknown = 'is not a known field',
) => {
  const validator = Compile(schema)
  return (value: unknown): { value: Static<Schema> } | { errors: FieldError[] } =>
    validator.Check(value)
      ? { value }
      : {
          errors: removeDuplicateErrors(
            fieldErrors(validator.Errors(withoutSurplus(schema, value)), { value, name, unknown }),
          ).slice(0, maxErrors),
        }
}

/**
 * The members of an object that fit the schema each for itself, so that rules between members can be checked although
 * others do not fit.
 */
export const createMemberCheck = <const Properties extends TProperties>({ properties }: TObject<Properties>) => {
  const validators = Object.entries(properties).map(([name, schema]) => [name, Compile(schema)] as const)
  const all = Compile(Type.Partial(Type.Object(properties)))
  return (value: unknown): Static<TPartial<TObject<Properties>>> => {
    const sound = Object.fromEntries(
      validators.flatMap(([name, validator]) => {
        const member = at(value, [name])
        return member !== undefined && validator.Check(member) ? [[name, member]] : []
      }),
    )
    return all.Parse(sound)
  }
}

/** Mistakes, and those of more that are about other fields: what is said first of a field is why it is wrong. */
export const withMore = (errors: readonly FieldError[], more: readonly FieldError[]): FieldError[] => {
  const fields = new Set(errors.map(({ field }) => field))
  return [...errors, ...more.filter(({ field }) => !fields.has(field))]
}

/**
 * Returns the mistakes by rules between members, without those about a member of which a part is wrong: to the rules
 * such a member is absent.
 */
export const rulesApartFrom = (mistakes: readonly FieldError[], rules: readonly FieldError[]): FieldError[] =>
  rules.filter((rule) => !mistakes.some(({ field }) => field === rule.field || field.startsWith(`${rule.field}.`)))

type Checked = { readonly value: unknown; readonly name: FieldName; readonly unknown: string }

const fieldErrors = (errors: readonly SchemaError[], { value, name, unknown }: Checked): FieldError[] =>
  errors.flatMap((error): FieldError[] => {
    const path = pathOfJsonPointer(error.instancePath)
    if (error.keyword === 'boolean') return [{ field: name(path), message: unknown }]
    if (error.keyword === 'propertyNames') return [] // sums up what is reported of each name
    if (error.schemaPath.endsWith('/propertyNames'))
      return [{ field: name(path.slice(0, -1)), message: `has a name that ${message(error)}` }]
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((member) => ({
        field: name([...path, member]),
        message: 'is required',
      }))
    if (error.keyword === 'additionalProperties') return [] // sums up what is reported of each member
    // An entry of a list is reported under the name of the list: the interface has no names for entries.
    const list = path.slice(0, -1)
    if (path.length === 0 || !Array.isArray(at(value, list))) return [{ field: name(path), message: message(error) }]
    const entry = `has ${describeJsonValue(at(value, path))} at index ${path.at(-1)}, which ${message(error)}`
    return [{ field: name(list), message: entry }]
  })

/** The value at a path; undefined where there is none. */
const at = (value: unknown, path: readonly string[]): unknown => {
  let inside = value
  for (const part of path) {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, part)) return undefined
    inside = Reflect.get(inside, part)
  }
  return inside
}

/** Characters of a value that a message repeats. */
const maxShown = 60

const describeJsonValue = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  const json = JSON.stringify(typeof value === 'string' ? value.slice(0, maxShown) : value) ?? 'nothing'
  return typeof value === 'string' && value.length > maxShown ? `${json.slice(0, -1)}…"` : json
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

const pathOfJsonPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

const removeDuplicateErrors = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(errors.map((error) => [`${error.field} ${error.message}`, error])).values(),
]
