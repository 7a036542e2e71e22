import { Problem } from '@polyparse/contract'
import type { Static, TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { AnsweredProblem, UnexpectedResponseError } from './errors.ts'

/** `retryAfter`: the seconds that the service asks for. */
type RawResponse = { readonly status: number; readonly text: string; readonly retryAfter: number | null }

/** Parses a JSON response by its schema. @throws {ProblemError} when it is a problem. */
export const readResponse = <Schema extends TSchema>(
  schema: Schema,
  { status, text, retryAfter }: RawResponse,
): Static<Schema> => {
  const body = parseResponseJson(text, status)
  if (status >= 400) {
    if (!Check(Problem, body)) throw new UnexpectedResponseError(status)
    throw new AnsweredProblem(body, retryAfter)
  }
  if (!Check(schema, body)) throw new UnexpectedResponseError(null)
  return body
}

const parseResponseJson = (text: string, status: number): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnexpectedResponseError(status, { cause: error })
  }
}
