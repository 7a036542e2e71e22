import assert from 'node:assert/strict'
import { Problem, type ProblemCode, problems, problemSlug } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'

export type Answer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

/** Asserts that the answer is this problem in every member that section 7 names, and returns its body. */
export const assertProblem = (answer: Answer, code: ProblemCode, path?: string): Problem => {
  assert.equal(answer.statusCode, problems[code].status, answer.body)
  assert.equal(answer.headers['content-type'], 'application/problem+json')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  const body: unknown = JSON.parse(answer.body)
  assert.ok(Value.Check(Problem, body), `not a problem record: ${answer.body}`)
  assert.equal(body.status, problems[code].status)
  assert.equal(body.code, code)
  assert.equal(body.title, problems[code].title)
  assert.ok(body.type.endsWith(`/problems/${problemSlug(code)}`))
  assert.equal(body.request_id, answer.headers['x-request-id'])
  assert.match(body.request_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  if (path !== undefined) assert.equal(body.instance, path)
  return body
}

/** The fields that a `validation_error` names. */
export const refusedFields = (answer: Answer): string[] => {
  const body = assertProblem(answer, 'validation_error')
  const fields = (body.errors ?? []).map(({ field }) => field)
  for (const field of fields) assert.ok(body.detail.includes(field), `${body.detail} does not name ${field}`)
  return fields
}
