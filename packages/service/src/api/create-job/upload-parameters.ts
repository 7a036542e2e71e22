import { type FieldError, JobParameters, type JobRequest } from '@polyparse/contract'
import { createCheck } from '../field-errors.ts'
import { parseStrictJson } from '../strict-json.ts'
import { parameterErrors, toJobRequest } from './job-request.ts'

export type UploadParameter = keyof JobParameters

/** The text of a parameter; undefined where it is absent. */
export type Text = { readonly text: string } | { readonly message: string } | undefined

/** What carries the parameters of an upload beside its body: headers, or the query. */
export type Carrier = {
  readonly nameOf: (parameter: UploadParameter) => string
  readonly read: (parameter: UploadParameter) => Text
  readonly filename: { readonly filename: string } | { readonly errors: readonly FieldError[] }
  /** What is wrong with it as a whole, such as parts that are unknown. */
  readonly errors: readonly FieldError[]
}

export type UploadRequest = { readonly request: JobRequest; readonly filename: string }

/** A reader of the parameters of uploads, under the names that their carrier has for them. */
export const createUploadReader = (
  nameOf: Carrier['nameOf'],
  isParameter: (name: string) => name is UploadParameter,
) => {
  const check = createCheck(JobParameters, ([name = '', ...rest]) =>
    isParameter(name) ? nameOf(name) : [name, ...rest].join('.'),
  )
  return (carrier: Carrier): UploadRequest | { readonly errors: readonly FieldError[] } => {
    const { filename } = carrier
    const errors = [...carrier.errors, ...('errors' in filename ? filename.errors : [])]
    const { parameters, errors: unreadable } = readParameters(carrier)
    errors.push(...unreadable)
    const broken = new Set(unreadable.map(({ field }) => field))
    const checked = check(parameters)
    // What cannot be read is reported once, not again as missing.
    if ('errors' in checked) errors.push(...checked.errors.filter(({ field }) => !broken.has(field)))
    else errors.push(...parameterErrors(checked.value, nameOf))
    if (errors.length > 0 || 'errors' in checked || 'errors' in filename) return { errors }
    return { request: toJobRequest(checked.value), filename: filename.filename }
  }
}

/** The value of a parameter, not yet checked; or why it cannot be read. */
type Read = { readonly value: unknown } | { readonly message: string }

/** The parameters in the shape of their schema, as far as they can be read, without those that the operation ignores. */
const readParameters = ({ read, nameOf }: Carrier): { parameters: Record<string, unknown>; errors: FieldError[] } => {
  const parameters: Record<string, unknown> = {}
  const errors: FieldError[] = []
  const given = read('operation')
  const operation = given !== undefined && 'text' in given ? given.text : ''

  const take = (parameter: UploadParameter, valueOf: (text: string) => Read): void => {
    const carried = read(parameter)
    if (carried === undefined) return
    const result = 'text' in carried ? valueOf(carried.text) : carried
    if ('value' in result) parameters[parameter] = result.value
    else errors.push({ field: nameOf(parameter), message: result.message })
  }

  take('operation', (value) => ({ value }))
  take('outputs', (text) => ({ value: members(text) }))
  take('pages', readPages)
  if (operation === 'parse') take('provider', (value) => ({ value }))
  if (operation === 'compare') take('providers', (text) => ({ value: members(text) }))
  if (operation === 'parse') take('fallback', (text) => ({ value: members(text) }))
  take('providerOptions', readJson)
  take('includeRaw', readFlag)
  take('images', (value) => ({ value }))
  take('webhook', (url) => ({ value: { url } }))
  take('metadata', readJson)
  return { parameters, errors }
}

const members = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

const readPages = (text: string): Read => {
  const pages = members(text)
  return pages.every((page) => /^\d{1,15}$/.test(page))
    ? { value: pages.map(Number) }
    : { message: 'must be page numbers, separated by commas' }
}

const readFlag = (text: string): Read =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { message: 'must be true or false' }

const readJson = (json: string): Read => {
  const parsed = parseStrictJson(json)
  if ('value' in parsed) return parsed
  return {
    message: parsed.errors.map(({ field, message }) => `${field === 'body' ? '' : `${field} `}${message}`).join('; '),
  }
}
