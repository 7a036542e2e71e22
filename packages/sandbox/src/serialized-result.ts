import { deserialize } from 'node:v8'
import { Document } from '@polyparse/document'
import type { Static, TSchema } from '@polyparse/document/typebox'
import { Compile, type Validator } from '@polyparse/document/typebox/compile'
import { crashed } from './failures.ts'

/** The result of an engine as its process serialized it, neither parsed nor trusted yet. */
export type SerializedResult = { readonly serialized: Uint8Array }

/**
 * Makes a function that reads a result and checks it by a schema. That takes time and memory in proportion to its size: a
 * large one is not for the main thread. It throws an `EngineFailure`, `engine_crashed`, when the bytes hold no such result.
 *
 * @example const openSurvey = resultOpener(SurveyResult)
 */
export const resultOpener = <Schema extends TSchema>(
  schema: Schema,
): ((written: SerializedResult) => Static<Schema>) => {
  // They are compiled only where a result is opened: it takes a tenth of what a short command takes.
  let validator: Validator<{}, Schema> | null = null
  return ({ serialized }) => {
    const value = deserializeResult(serialized)
    validator ??= Compile(schema)
    if (validator.Check(value)) return value
    throw crashed(new TypeError('an engine process returned something other than its result'))
  }
}

export const openDocument: (written: SerializedResult) => Document = resultOpener(Document)

const deserializeResult = (serialized: Uint8Array): unknown => {
  try {
    return deserialize(serialized)
  } catch {
    return null
  }
}
