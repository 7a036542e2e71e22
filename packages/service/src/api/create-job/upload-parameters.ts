import { type FieldError, JobParameters, type CanonicalRequest } from '@polyparse/contract'
import { createCheck, createMemberCheck, rulesApartFrom } from '../field-errors.ts'
import { parseStrictJson } from '../strict-json.ts'
import { parameterErrors, toJobRequest, withoutDuplicates } from './job-request.ts'

export type UploadParameter = keyof JobParameters

/** The text of a parameter, or its value where JSON carries it; undefined where it is absent. */
export type CarriedParameter =
  | { readonly text: string }
  | { readonly value: unknown }
  | { readonly message: string }
  | undefined

/** A carrier of the parameters of a document: headers, the query, fields of a form or JSON. */
export type Carrier = {
  readonly nameOf: (parameter: UploadParameter) => string
  readonly read: (parameter: UploadParameter) => CarriedParameter
  /** The mistakes in it as a whole, such as unknown parts. */
  readonly errors: readonly FieldError[]
}

type Errors = { readonly errors: readonly FieldError[] }

/** Returns a reader of parameters, under the names that their carrier has for them. */
export const createParameterReader = (
  nameOf: Carrier['nameOf'],
  isParameter: (name: string) => name is UploadParameter,
) => {
  const check = createCheck(JobParameters, ([name = '', ...rest]) =>
    isParameter(name) ? nameOf(name) : [name, ...rest].join('.'),
  )
  return (carrier: Carrier): { readonly request: CanonicalRequest } | Errors => {
    const errors = [...carrier.errors]
    const { parameters, errors: unreadable } = readParameters(carrier)
    errors.push(...unreadable)
    const broken = new Set(unreadable.map(({ field }) => field))
    const sent = withoutDuplicates(parameters)
    const checked = check(sent)
    // A parameter that cannot be read is reported once, not again as missing.
    const mistakes = 'errors' in checked ? checked.errors.filter(({ field }) => !broken.has(field)) : []
    errors.push(...mistakes)
    const known = applicable('errors' in checked ? selectValidParameters(sent) : checked.value)
    const rules = rulesApartFrom(mistakes, parameterErrors(known, nameOf))
    errors.push(...rules.filter(({ field }) => !broken.has(field)))
    if (errors.length > 0 || 'errors' in checked) return { errors }
    return { request: toJobRequest(applicable(checked.value)) }
  }
}

export type UploadRequest = { readonly request: CanonicalRequest; readonly filename: string }

/** Returns a reader of parameters beside the filename that every upload must have. */
export const createUploadReader = (...names: Parameters<typeof createParameterReader>) => {
  const readParametersOf = createParameterReader(...names)
  return (carrier: Carrier, filename: { readonly filename: string } | Errors): UploadRequest | Errors => {
    const errors = [...carrier.errors, ...('errors' in filename ? filename.errors : [])]
    const read = readParametersOf({ ...carrier, errors })
    return 'errors' in read || 'errors' in filename
      ? { errors: 'errors' in read ? read.errors : errors }
      : { ...read, ...filename }
  }
}

const selectValidParameters = createMemberCheck(JobParameters)

/** An upload may have parameters of the other operation, which are ignored. */
const applicable = <Known extends Partial<JobParameters>>({ provider, providers, fallback, ...others }: Known) =>
  others.operation === 'parse'
    ? { ...others, ...(provider !== undefined && { provider }), ...(fallback !== undefined && { fallback }) }
    : { ...others, ...(providers !== undefined && { providers }) }

/** The value of a parameter, not yet checked; or why it cannot be read. */
type UploadParameterResult = { readonly value: unknown } | { readonly message: string }

/** The parameters in the shape of their schema, as far as they can be read. */
const readParameters = ({ read, nameOf }: Carrier): { parameters: Record<string, unknown>; errors: FieldError[] } => {
  const parameters: Record<string, unknown> = {}
  const errors: FieldError[] = []

  const take = (parameter: UploadParameter, valueOf: (text: string) => UploadParameterResult): void => {
    const carried = read(parameter)
    if (carried === undefined) return
    const result = 'text' in carried ? valueOf(carried.text) : carried
    if ('value' in result) parameters[parameter] = result.value
    else errors.push({ field: nameOf(parameter), message: result.message })
  }

  /** Takes a parameter. An ignored one has to be well-formed all the same, but may be empty. */
  const takeUnlessIgnored = (
    parameter: UploadParameter,
    valueOf: (text: string) => UploadParameterResult,
    isIgnored: boolean,
  ): void => {
    const carried = read(parameter)
    const isEmpty = carried !== undefined && 'text' in carried && carried.text === ''
    if (!isIgnored || !isEmpty) take(parameter, valueOf)
  }

  take('operation', (value) => ({ value }))
  take('outputs', (text) => ({ value: splitUploadList(text) }))
  take('pages', parseUploadPages)
  const isCompare = parameters['operation'] === 'compare'
  takeUnlessIgnored('provider', (value) => ({ value }), isCompare)
  takeUnlessIgnored('fallback', (text) => ({ value: splitUploadList(text) }), isCompare)
  takeUnlessIgnored('providers', (text) => ({ value: splitUploadList(text) }), !isCompare)
  take('providerOptions', readJson)
  take('includeRaw', readFlag)
  take('extraction', readJson)
  take('classification', readJson)
  take('images', (value) => ({ value }))
  take('pageImages', readFlag)
  take('provisionalPages', readFlag)
  take('deadlineSeconds', readNumber)
  take('webhook', (url) => ({ value: { url } }))
  take('deliver', readJson)
  take('metadata', readJson)
  return { parameters, errors }
}

const splitUploadList = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

const parseUploadPages = (text: string): UploadParameterResult => {
  const pages = splitUploadList(text)
  return pages.every((page) => /^\d{1,15}$/.test(page))
    ? { value: pages.map(Number) }
    : { message: 'must be page numbers, separated by commas' }
}

const readNumber = (text: string): UploadParameterResult =>
  /^\d{1,15}$/.test(text) ? { value: Number(text) } : { message: 'must be a whole number' }

const readFlag = (text: string): UploadParameterResult =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { message: 'must be true or false' }

const readJson = (json: string): UploadParameterResult => {
  const parsed = parseStrictJson(json)
  if ('value' in parsed && parsed.errors.length === 0) return parsed
  return {
    message: parsed.errors.map(({ field, message }) => `${field === 'body' ? '' : `${field} `}${message}`).join('; '),
  }
}
