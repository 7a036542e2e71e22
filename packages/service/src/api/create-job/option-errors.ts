import type { FieldError } from '@polyparse/contract'
import type { Provider } from '../../providers/provider.ts'
import { createCheck } from '../field-errors.ts'

type Check = ReturnType<typeof createCheck>

const checks = new WeakMap<object, Check>()

/**
 * What is wrong with the options of one provider by its own schema. In a header, which has no inner names of its own,
 * the path stands in the message.
 */
export const optionErrors = (
  { id, options: schema }: Provider,
  options: Readonly<Record<string, unknown>>,
  parameter: string,
): FieldError[] => {
  if (schema === 'passthrough') return []
  const check: Check = checks.get(schema) ?? createCheck(schema)
  checks.set(schema, check)
  const checked = check(options)
  if (!('errors' in checked)) return []
  return checked.errors.map(({ field, message }) => {
    const path = field === 'body' ? id : `${id}.${field}`
    return parameter === 'providerOptions'
      ? { field: `${parameter}.${path}`, message }
      : { field: parameter, message: `has ${path}, which ${message}` }
  })
}
