import { CreateJobBody, type FieldError, type JobRequest } from '@polyparse/contract'
import { checkUrl } from '../../lib/check-url.ts'
import { createCheck } from '../field-errors.ts'
import { parseStrictJson } from '../strict-json.ts'
import { parameterErrors, toJobRequest } from './job-request.ts'

const check = createCheck(CreateJobBody)

/** Body A of section 4.1. Whether the address may be fetched from here is a matter of configuration, judged later. */
export const readJsonBody = (bytes: Uint8Array): { request: JobRequest; url: string } | { errors: FieldError[] } => {
  const parsed = parseStrictJson(bytes)
  if ('errors' in parsed) return parsed
  const checked = check(parsed.value)
  if ('errors' in checked) return checked
  const { source, ...parameters } = checked.value
  const errors = parameterErrors(parameters, (field) => field)
  const url = checkUrl(source.url, { allow: 'all' })
  if ('reason' in url) errors.push({ field: 'source.url', message: url.reason })
  return errors.length > 0 ? { errors } : { request: toJobRequest(parameters), url: source.url }
}
