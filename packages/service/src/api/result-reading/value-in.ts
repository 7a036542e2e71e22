import type { Static, TSchema } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import type { JsonPath } from '../../lib/json-part.ts'
import { parseJsonPart } from '../../lib/json-values.ts'
import type { OpenBody } from '../../mcp/look-ups/open-body.ts'

/** A value of the body as what the schema says. */
export const valueIn = <Schema extends TSchema>(schema: Schema) => {
  const find = optionalValueIn(schema)
  return async (body: OpenBody, path: JsonPath): Promise<Static<Schema>> => {
    const value = await find(body, path)
    if (value === undefined) throw new TypeError('a part of a result is missing')
    return value
  }
}

/** The same; undefined if it is not there. */
export const optionalValueIn = <Schema extends TSchema>(schema: Schema) => {
  const validator = Compile(schema)
  return async (body: OpenBody, path: JsonPath): Promise<Static<Schema> | undefined> => {
    const value = await parseJsonPart(body(), path)
    if (value === undefined) return undefined
    if (!validator.Check(value)) throw new TypeError('a part of a result does not fit its schema')
    return value
  }
}
