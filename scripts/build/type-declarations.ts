import type { TSchema } from '@polyparse/document/typebox'

/** The members of a JSON Schema that say what a value is. */
type Schema = TSchema & {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/**
 * TypeScript declarations of schemas, under the given names, with their descriptions as comments. A schema with a title that
 * occurs in them is declared under it too.
 * @throws {Error} when two schemas have one name, or one has a form that is not known
 */
export const typeDeclarations = (schemas: Readonly<Record<string, TSchema>>): string => {
  const declared = new Map<string, string>()

  const declare = (name: string, schema: Schema): string => {
    const text = `${comment(schema, '')}export type ${name} = ${shape(schema, '')}\n`
    const other = declared.get(name)
    if (other !== undefined && other !== text) throw new Error(`Two schemas are called ${name}`)
    declared.set(name, text)
    return name
  }

  /** A schema where it is used: its name, if it has one. */
  const use = (schema: Schema, indent: string): string =>
    schema.title === undefined ? shape(schema, indent) : declare(schema.title, schema)

  const shape = (schema: Schema, indent: string): string => {
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.anyOf !== undefined) return schema.anyOf.map((each) => use(each, indent)).join(' | ')
    if (schema.items !== undefined) return list(schema, use(schema.items, indent))
    if (schema.properties !== undefined) return object(schema.properties, schema.required ?? [], indent)
    const [values] = Object.values(schema.patternProperties ?? {})
    if (values !== undefined) return `Record<string, ${use(values, indent)}>`
    if (schema.type === undefined) return 'unknown'
    const primitive = primitives[schema.type]
    if (primitive === undefined) throw new Error(`There is no type for ${JSON.stringify(schema)}`)
    return primitive
  }

  const object = (
    properties: Readonly<Record<string, Schema>>,
    required: readonly string[],
    indent: string,
  ): string => {
    const inner = `${indent}  `
    const lines = Object.entries(properties).map(
      ([name, schema]) =>
        `${schema.title === undefined ? comment(schema, inner) : ''}${inner}${property(name)}${required.includes(name) ? '' : '?'}: ${use(schema, inner)}\n`,
    )
    return `{\n${lines.join('')}${indent}}`
  }

  for (const [name, schema] of Object.entries(schemas)) declare(name, schema)
  return [...declared.values()].join('\n')
}

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const property = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name))

/** Lists of a fixed length are tuples, as coordinates. */
const list = ({ minItems, maxItems }: Schema, items: string): string =>
  minItems === maxItems && minItems !== undefined
    ? `readonly [${Array.from({ length: minItems }, () => items).join(', ')}]`
    : `Array<${items}>`

const comment = ({ description }: Schema, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`
