import type { Static, TSchema } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { parseJsonElements } from '../../lib/json-values.ts'
import type { JsonPath } from '../../lib/json-part.ts'

/** The body of a job as JSON, from its beginning at each call. */
export type OpenBody = () => AsyncIterable<Uint8Array>

/** The elements of a list of the body one by one, as what the schema says; null if there is no such list. */
export const resultElementsIn = <Schema extends TSchema>(
  schema: Schema,
): ((body: OpenBody, path: JsonPath) => Promise<AsyncGenerator<Static<Schema>> | null>) => {
  const validator = Compile(schema)
  return async (body, path) => {
    const elements = await parseJsonElements(body(), path)
    return elements === null ? null : validateResultElements(elements, validator)
  }
}

async function* validateResultElements<Value>(
  elements: AsyncIterable<unknown>,
  validator: { Check(value: unknown): value is Value },
): AsyncGenerator<Value> {
  for await (const element of elements) {
    if (!validator.Check(element)) throw new TypeError('an element of a result does not fit its schema')
    yield element
  }
}
