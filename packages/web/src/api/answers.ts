import { Problem } from '@polyparse/contract'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import { ProblemError, UnexpectedAnswerError } from './errors.ts'

type Answer = { readonly status: number; readonly text: string; readonly retryAfter: string | null }

/** A JSON answer as the type of its schema. @throws {ProblemError} when it is a problem. */
export const readAnswer = <Schema extends TSchema>(
  schema: Schema,
  { status, text, retryAfter }: Answer,
): Static<Schema> => {
  const body = parse(text, status)
  if (status >= 400) {
    if (!Check(Problem, body)) throw new UnexpectedAnswerError(`HTTP status ${status}`)
    const seconds = Number(retryAfter ?? Number.NaN)
    throw new ProblemError(body, Number.isFinite(seconds) ? seconds : null)
  }
  if (!Check(schema, body)) throw new UnexpectedAnswerError('the JSON does not follow the contract')
  return body
}

const parse = (text: string, status: number): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnexpectedAnswerError(`HTTP status ${status} without JSON`, { cause: error })
  }
}
