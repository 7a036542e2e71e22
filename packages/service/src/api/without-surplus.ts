import type { TSchema } from '@polyparse/document/typebox'
import { maxErrors } from './problems.ts'

type Shape = {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly additionalProperties?: unknown
  readonly maxProperties?: number
  readonly maxItems?: number
}

/**
 * A value that does not fit its schema, without what is beyond its limits: of a list, a map of names or the unknown members
 * of an object remains as much as shows that they are too many. A validator goes through all it is given, even when it has
 * mistakes enough.
 */
export const withoutSurplus = (schema: TSchema, value: unknown): unknown => {
  const { properties, additionalProperties, maxProperties, maxItems }: Shape = schema
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return maxItems === undefined ? value : value.slice(0, maxItems + 1)
  const members: [string, unknown][] = Object.entries(value)
  if (properties === undefined)
    return maxProperties === undefined ? value : Object.fromEntries(members.slice(0, maxProperties + 1))
  const isKnown = ([name]: [string, unknown]): boolean => Object.hasOwn(properties, name)
  const unknown = members.filter((member) => !isKnown(member))
  const known = members.filter(isKnown).map(([name, member]): [string, unknown] => {
    const inner = properties[name]
    return [name, inner === undefined ? member : withoutSurplus(inner, member)]
  })
  return Object.fromEntries([...known, ...unknown.slice(0, additionalProperties === false ? maxErrors : Infinity)])
}
