type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Schemas are told from other objects, examples say, by these places of an OpenAPI document. */
const notSchemas = new Set(['example', 'examples', 'info', 'default'])

/** The document with every schema that has a title moved to `components.schemas`, once, and referred to from its places. */
export const withComponents = (document: object): object => {
  const schemas: { [name: string]: Json } = {}

  const moved = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(moved)
    if (!isObject(value)) return value
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, notSchemas.has(name) ? member : moved(member)]),
    )
    // Whoever generates types wants to be told the type, too.
    if (Array.isArray(copy['enum']) && copy['enum'].every((member) => typeof member === 'string'))
      copy['type'] ??= 'string'
    const { title } = copy
    if (typeof title !== 'string') return copy
    if (schemas[title] !== undefined && JSON.stringify(schemas[title]) !== JSON.stringify(copy))
      throw new Error(`two different schemas have the title ${title}`)
    schemas[title] = copy
    return { $ref: `#/components/schemas/${title}` }
  }

  const plain: Json = JSON.parse(JSON.stringify(document))
  const copy = moved(plain)
  if (!isObject(copy)) throw new TypeError('an OpenAPI document is an object')
  const components = isObject(copy['components']) ? copy['components'] : {}
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)))
  return { ...copy, components: { ...components, schemas: sorted } }
}
