import type { VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { valueAt } from '../../vendor-options.ts'

/** The problems by the reasons of `google.rpc.ErrorInfo`. */
const reasons: Readonly<Record<string, VendorProblem>> = {
  BILLING_DISABLED: 'quota',
  CONSUMER_INVALID: 'misconfigured',
  PAGE_LIMIT_EXCEEDED: 'too_large',
  SERVICE_DISABLED: 'misconfigured',
}

/** The problems by `google.rpc.Code`, where the status alone is not precise enough. */
const states: Readonly<Record<string, VendorProblem>> = {
  // The processor, or the version of it, is switched off.
  FAILED_PRECONDITION: 'misconfigured',
}

export const googleProblem = ({ body }: VendorAnswer): VendorProblem | null => {
  const error = valueAt(body, ['error'])
  const state = String(valueAt(error, ['status']))
  const details = listOrEmpty(valueAt(error, ['details']))
  const known = details.map((detail) => reasons[String(valueAt(detail, ['reason']))])
  const problem = known.find((each) => each !== undefined) ?? states[state]
  if (problem !== undefined) return problem
  if (state !== 'INVALID_ARGUMENT') return null
  // An option that is not accepted is named. What is said of a document that cannot be read comes without a field.
  const fields = details
    .flatMap((detail) => listOrEmpty(valueAt(detail, ['fieldViolations'])))
    .map((violation) => String(valueAt(violation, ['field'])))
  return fields.every((field) => /^raw_?document/i.test(field)) ? 'invalid_document' : 'refused'
}

const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
