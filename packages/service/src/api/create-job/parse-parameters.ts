import type { IncomingMessage } from 'node:http'
import { type CanonicalRequest, type FieldError, limits, ParseBody, ParseQuery } from '@polyparse/contract'
import { outputIds, type OutputId } from '@polyparse/document'
import { checkUrl } from '@polyparse/outbound'
import { queryNumberPattern } from '../query.ts'
import { parseStrictJson } from '../strict-json.ts'
import type { JobSubmission } from './submission.ts'
import { headersOfCompare, parameterHeaders, textOfUploadHeader, uploadHeaderErrors } from './upload-headers.ts'
import { type CarriedParameter, createParameterReader, type UploadParameter } from './upload-parameters.ts'
import { textOfUploadQuery } from './upload-query.ts'

/** The parameters that one carrier has, by name, and what is wrong with it as a whole. */
export type CarriedParameters = {
  readonly given: ReadonlyMap<string, CarriedParameter>
  readonly errors: readonly FieldError[]
}

const schemas: ReadonlyMap<string, object> = new Map(Object.entries(ParseQuery.properties))

const isParameter = (name: string): name is UploadParameter => name !== 'wait' && name !== 'url' && schemas.has(name)

const parameterNames = Object.keys(ParseBody.properties).filter(isParameter)

/** The parameters of a query or of a form: a list is given by one for each entry, or by one with commas between them. */
export const parametersOfText = (values: Iterable<readonly [string, unknown]>, unknown: string): CarriedParameters => {
  const given = new Map<string, CarriedParameter>()
  const errors: FieldError[] = []
  for (const [name, value] of values) {
    const schema = schemas.get(name)
    if (schema === undefined) errors.push({ field: name, message: unknown })
    else given.set(name, textOfUploadQuery(value, schema))
  }
  return { given, errors }
}

export const parametersOfHeaders = (request: IncomingMessage): CarriedParameters => ({
  given: new Map(parameterNames.map((name) => [name, textOfUploadHeader(request, name)])),
  errors: [...uploadHeaderErrors(request), ...headersOfCompare(request)],
})

/** The parameters of a JSON body, and where its document is. */
export const parametersOfJson = (bytes: Uint8Array): CarriedParameters & { readonly url: string } => {
  const parsed = parseStrictJson(bytes)
  const body = 'value' in parsed ? parsed.value : {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { given: new Map(), errors: [{ field: 'body', message: 'must be an object' }], url: '' }
  const members = new Map<string, unknown>(Object.entries(body))
  const url = members.get('url')
  const checked = typeof url === 'string' ? checkUrl(url, { allow: 'all' }) : { reason: 'must be a string' }
  const errors = [...parsed.errors]
  if ('reason' in checked) errors.push({ field: 'url', message: url === undefined ? 'is required' : checked.reason })
  const given = new Map<string, CarriedParameter>()
  for (const [name, value] of members) {
    if (isParameter(name) || name === 'wait') given.set(name, { value })
    else if (name !== 'url') errors.push({ field: name, message: 'is not a known field' })
  }
  return { given, errors, url: String(url) }
}

/** The parameters of a request that is answered with its result, and the names under which the request gives them. */
export type AnsweredParameters = {
  readonly request: CanonicalRequest
  readonly nameOf: JobSubmission['nameOf']
  readonly waitSeconds: number
}

const readParameters = createParameterReader((name) => name, isParameter)

/** Reads the parameters of all carriers. The job has the output that is answered, whatever else was asked for. */
export const readParseParameters = (
  carriers: readonly CarriedParameters[],
  headers: CarriedParameters,
  answered: OutputId,
): AnsweredParameters | { readonly errors: readonly FieldError[] } => {
  const given = (name: string): CarriedParameter => {
    const [first, ...others] = [...carriers, headers].flatMap((carrier) => carrier.given.get(name) ?? [])
    return others.length > 0 ? { message: 'is given more than once' } : first
  }
  const nameOf = (name: UploadParameter): string =>
    headers.given.get(name) === undefined ? name : parameterHeaders[name]
  const read = readParameters({
    nameOf: (name) => name,
    read: (name) => {
      if (name === 'operation') return { value: 'parse' }
      return given(name) ?? (name === 'outputs' ? { value: [answered] } : undefined)
    },
    errors: [...carriers, headers].flatMap(({ errors }) => errors),
  })
  const wait = readWait(given('wait'))
  if ('errors' in read || 'message' in wait) {
    const named = ('errors' in read ? read.errors : []).map(({ field, message }) => {
      const [name = '', ...rest] = field.split('.')
      return { field: [isParameter(name) ? nameOf(name) : name, ...rest].join('.'), message }
    })
    return { errors: [...named, ...('message' in wait ? [{ field: 'wait', message: wait.message }] : [])] }
  }
  const outputs = outputIds.filter((id) => id === answered || read.request.outputs.includes(id))
  return { request: { ...read.request, outputs }, nameOf, waitSeconds: wait.seconds }
}

const readWait = (carried: CarriedParameter): { readonly seconds: number } | { readonly message: string } => {
  const { default: usual, maximum } = limits.parseWaitSeconds
  if (carried === undefined) return { seconds: usual }
  if ('message' in carried) return carried
  const value = 'value' in carried ? carried.value : queryNumberPattern.test(carried.text) ? Number(carried.text) : null
  return typeof value === 'number' && value >= 0 && value <= maximum
    ? { seconds: value }
    : { message: `must be a number from 0 to ${maximum}` }
}
