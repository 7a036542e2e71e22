/** The bounds of a schema; the same figures are in docs/use/extraction.md. */
export const extractionSchemaLimits = { bytes: 64 * 1024, depth: 8, properties: 500, enumValues: 1000 } as const

/** The maximum number of mistakes that are listed for one schema. */
const maxMistakes = 20

type Described = { readonly title: string; readonly description: string }

export const leafTypes = ['string', 'number', 'integer', 'boolean'] as const
export type LeafType = (typeof leafTypes)[number]

export type LeafSchema = Described & {
  readonly kind: 'leaf'
  readonly type: LeafType
  readonly format: string | null
  /** The allowed values without null; null where any value will do. */
  readonly enum: readonly (string | number)[] | null
}
export type ObjectSchema = Described & {
  readonly kind: 'object'
  readonly properties: readonly { readonly name: string; readonly schema: SchemaPart }[]
}
export type ArraySchema = Described & { readonly kind: 'array'; readonly items: SchemaPart }
export type SchemaPart = LeafSchema | ObjectSchema | ArraySchema

/** Something that a schema says and cannot mean here. */
export type SchemaMistake = {
  /** An RFC 6901 pointer into the schema; empty for the whole. */
  readonly path: string
  readonly message: string
}

/** A schema that was taken, or what is wrong with it. */
export type ParsedExtractionSchema =
  | { readonly schema: ObjectSchema; readonly mistakes?: undefined }
  | { readonly schema?: undefined; readonly mistakes: readonly SchemaMistake[] }

type Json = { readonly [name: string]: unknown }

/** Keywords whose meaning a filled schema could break without anyone noticing. */
const refusedKeywords = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'patternProperties',
  'prefixItems',
  'dependentSchemas',
  'propertyNames',
  'unevaluatedProperties',
  '$dynamicRef',
  '$recursiveRef',
] as const

/**
 * Reads a JSON Schema of the subset that extraction fills: objects, arrays, strings with formats, numbers, booleans, enums,
 * what may be null, and descriptions. `$ref` within the schema is followed, as Pydantic and Zod write it. Patterns and bounds of
 * values are neither compiled nor checked.
 *
 * @returns the schema, or at most twenty mistakes with their places
 */
export const parseExtractionSchema = (given: unknown): ParsedExtractionSchema => {
  const mistakes: SchemaMistake[] = []
  const counts = { properties: 0, enumValues: 0 }
  const refuse = (path: string, message: string): null => {
    if (mistakes.length < maxMistakes) mistakes.push({ path, message })
    return null
  }
  const bytes = sizeOf(given)
  if (bytes === null || bytes > extractionSchemaLimits.bytes)
    return { mistakes: [{ path: '', message: `A schema has at most ${extractionSchemaLimits.bytes} bytes as JSON.` }] }
  if (!isJsonObject(given)) return { mistakes: [{ path: '', message: 'A schema is an object.' }] }

  /** The schema at a `$ref`, with what is said beside it; the pointers that led here tell recursion. */
  const followReference = (
    node: Json,
    path: string,
    followed: readonly string[],
  ): { readonly node: Json; readonly followed: readonly string[] } | null => {
    const { $ref: reference, ...beside } = node
    if (reference === undefined) return { node, followed }
    if (typeof reference !== 'string') return refuse(`${path}/$ref`, '`$ref` is a text.')
    if (followed.includes(reference))
      return refuse(`${path}/$ref`, `The schema contains itself by ${reference}, so it has no end.`)
    const target = targetOf(given, reference)
    if (target === null)
      return refuse(`${path}/$ref`, 'Only references to a part of this schema are followed, such as `#/$defs/Line`.')
    return followReference({ ...target, ...beside }, path, [...followed, reference])
  }

  const parsePart = (raw: unknown, path: string, depth: number, before: readonly string[]): SchemaPart | null => {
    // Past the limit nothing more is counted or followed: a small schema can refer to itself into a huge one.
    if (counts.properties > extractionSchemaLimits.properties || mistakes.length >= maxMistakes) return null
    if (!isJsonObject(raw)) return refuse(path, 'A schema is an object.')
    if (depth > extractionSchemaLimits.depth)
      return refuse(path, `Schemas are at most ${extractionSchemaLimits.depth} levels deep.`)
    const reference = followReference(raw, path, before)
    if (reference === null) return null
    const { followed } = reference
    const node = withoutNull(reference.node)
    const refused = refusedKeywords.find((keyword) => keyword in node)
    if (refused !== undefined) return refuse(`${path}/${refused}`, `\`${refused}\` is not supported.`)
    if ('anyOf' in node) {
      const [only, ...others] = alternativesOf(node.anyOf)
      if (only === undefined || others.length > 0)
        return refuse(`${path}/anyOf`, '`anyOf` is supported for one schema and null only.')
      const { anyOf: _, ...beside } = node
      return parsePart({ ...only, ...beside }, path, depth, followed)
    }
    const described = { title: textOf(node.title), description: textOf(node.description) }
    const type = typeOf(node)
    if (type === null)
      return refuse(`${path}/type`, 'A type is one of object, array, string, number, integer, boolean.')
    if (type === 'object') {
      const { properties } = node
      if (!isJsonObject(properties) || Object.keys(properties).length === 0)
        return refuse(`${path}/properties`, 'An object names its properties.')
      if ('items' in node) return refuse(`${path}/items`, 'An object has no `items`.')
      const { required = [] } = node
      if (!Array.isArray(required)) return refuse(`${path}/required`, '`required` is a list of names.')
      const missing = required.findIndex((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))
      if (missing !== -1)
        return refuse(`${path}/required/${missing}`, '`required` names a property that the object does not have.')
      const parts = []
      for (const [name, property] of Object.entries(properties)) {
        counts.properties += 1
        if (counts.properties > extractionSchemaLimits.properties)
          return refuse(`${path}/properties`, `A schema has at most ${extractionSchemaLimits.properties} properties.`)
        const schema = parsePart(property, `${path}/properties/${pointerToken(name)}`, depth + 1, followed)
        if (schema !== null) parts.push({ name, schema })
      }
      return { kind: 'object', ...described, properties: parts }
    }
    if ('properties' in node) return refuse(`${path}/properties`, `Only objects have properties, not the type ${type}.`)
    if (type === 'array') {
      if (!('items' in node)) return refuse(`${path}/items`, 'An array says what its `items` are.')
      const items = parsePart(node.items, `${path}/items`, depth + 1, followed)
      return items === null ? null : { kind: 'array', ...described, items }
    }
    if ('items' in node) return refuse(`${path}/items`, `Only arrays have items, not the type ${type}.`)
    const values = enumOf(node, type, path)
    if (values === undefined) return null
    return {
      kind: 'leaf',
      ...described,
      type,
      format: typeof node.format === 'string' ? node.format : null,
      enum: values,
    }
  }

  /** Undefined for a mistake. */
  const enumOf = (node: Json, type: LeafType, path: string): LeafSchema['enum'] | undefined => {
    const listed = 'const' in node ? [node.const] : node.enum
    if (listed === undefined) return null
    if (!Array.isArray(listed)) return refuse(`${path}/enum`, '`enum` is a list.') ?? undefined
    counts.enumValues += listed.length
    if (counts.enumValues > extractionSchemaLimits.enumValues)
      return (
        refuse(`${path}/enum`, `A schema lists at most ${extractionSchemaLimits.enumValues} values in its enums.`) ??
        undefined
      )
    if (type === 'boolean') return null
    const values: (string | number)[] = []
    for (const [index, value] of listed.entries()) {
      if (value === null) continue
      const fits = type === 'string' ? typeof value === 'string' : typeof value === 'number'
      if (!fits || (typeof value !== 'string' && typeof value !== 'number'))
        return refuse(`${path}/enum/${index}`, `The value is not of the type ${type}.`) ?? undefined
      values.push(value)
    }
    return values.length === 0
      ? (refuse(`${path}/enum`, 'No value of the enum is one of its type.') ?? undefined)
      : values
  }

  const schema = parsePart(given, '', 1, [])
  if (mistakes.length > 0) return { mistakes }
  if (schema?.kind !== 'object')
    return { mistakes: [{ path: '/type', message: 'The schema of a document is of the type object.' }] }
  return { schema }
}

/** Measures a value in bytes of UTF-8 as JSON; null for what is no JSON. */
const sizeOf = (value: unknown): number | null => {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length
  } catch {
    return null
  }
}

const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * A name as a part of a pointer (RFC 6901, 3).
 * @example pointerToken('net/gross') // 'net~1gross'
 */
export const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const targetOf = (root: Json, reference: string): Json | null => {
  if (reference !== '#' && !reference.startsWith('#/')) return null
  let target: unknown = root
  for (const token of reference.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isJsonObject(target) || !Object.hasOwn(target, name)) return null
    target = target[name]
  }
  return isJsonObject(target) ? target : null
}

/** Drops null from its `type`: every value may be null here, because one that is not found is. */
const withoutNull = (node: Json): Json => {
  if (!Array.isArray(node.type)) return node
  const types = node.type.filter((type) => type !== 'null')
  return types.length === 1 ? { ...node, type: types[0] } : node
}

const alternativesOf = (alternatives: unknown): Json[] =>
  Array.isArray(alternatives) ? alternatives.filter(isJsonObject).filter(({ type }) => type !== 'null') : []

/** The type, also where it follows from the other keywords only. */
const typeOf = (node: Json): 'object' | 'array' | LeafType | null => {
  const { type } = node
  if (type === 'object' || type === 'array') return type
  if (type !== undefined) return leafTypes.find((name) => name === type) ?? null
  if ('properties' in node) return 'object'
  if ('items' in node) return 'array'
  const values = 'const' in node ? [node.const] : node.enum
  if (!Array.isArray(values)) return null
  const first: unknown = values.find((value) => value !== null)
  if (typeof first === 'string') return 'string'
  return typeof first === 'number' ? 'number' : null
}

/** The leaves of a schema with their paths, in its order; `[]` is each of the items of an array. */
export const leavesOf = (
  part: SchemaPart,
  path: readonly string[] = [],
): { path: readonly string[]; leaf: LeafSchema }[] => {
  if (part.kind === 'leaf') return [{ path, leaf: part }]
  if (part.kind === 'array') return leavesOf(part.items, [...path, '[]'])
  return part.properties.flatMap(({ name, schema }) => leavesOf(schema, [...path, name]))
}
