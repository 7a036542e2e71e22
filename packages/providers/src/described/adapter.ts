import type { OutputId } from '@polyparse/document/schema'
import { Type, type TSchema } from '@polyparse/document/typebox'
import { withKnownOutcome } from '../read-answer.ts'
import type { VendorBody } from '../http-body.ts'
import type { ParseSource, Provider } from '../provider.ts'
import type { CreatedProvider, ProviderAdapter } from '../provider-adapter.ts'
import type { SettingDescription } from '../setting-description.ts'
import { everyOutput, neutralSource } from '../vendor.ts'
import { answerOf } from '../vendor-check.ts'
import { readingSeconds } from '../vendor-answers.ts'
import { formFields, repeated } from '../vendor-form.ts'
import type { HttpProvider } from './description.ts'
import { hasPages, variablesIn, withVariables } from './mistakes.ts'

const usualSeconds = 300
const maxDescribedResultBytes = 384 * 1024 * 1024

/** The adapter of a described parser: one request for each document. */
export const describedAdapter = (description: HttpProvider): ProviderAdapter => {
  const { id, name, price = null } = description
  return {
    declaration: { id, name, capabilities: capabilitiesOf(description) },
    settings: Object.fromEntries(variablesIn(description).map((variable) => [variable, secretOf(variable, id)])),
    price,
    whenUnknown: price === null ? 'retry' : 'fail',
    create: (parts) => createDescribedProvider(description, parts),
  }
}

const secretOf = (variable: string, id: string): SettingDescription => ({
  variable,
  kind: 'secret',
  required: true,
  help: `Sent to the parser behind the provider \`${id}\`.`,
})

const capabilitiesOf = (description: HttpProvider): Provider['capabilities'] => {
  const { format } = description.answer
  const lacking = new Set<OutputId>([
    'images',
    ...(hasPages(description) ? [] : (['pages'] as const)),
    ...(format === 'text' ? (['tables'] as const) : []),
  ])
  const outputs = description.outputs ?? everyOutput.filter((id) => !lacking.has(id))
  return { execution: 'sync', features: ['page-selection'], outputs: [...outputs] }
}

const createDescribedProvider: (
  description: HttpProvider,
  parts: Parameters<ProviderAdapter['create']>[0],
) => CreatedProvider = (description, { settings, createHttp, survey, selectedSource, answers }) => {
  const { url, method = 'POST', headers = {}, mediaTypes, maxBytes, maxPages, checkUrl } = description
  const { timeoutSeconds = usualSeconds, concurrency = 4, requestsPerSecond } = description
  const http = createHttp({
    baseUrl: new URL(url).origin,
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header.toLowerCase(), withVariables(value, settings)]),
    ),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
  })
  const fields = Object.fromEntries(
    Object.entries(description.fields ?? {}).map(([field, value]) => [
      field,
      typeof value === 'string' ? withVariables(value, settings) : value,
    ]),
  )
  return {
    mediaTypes,
    options: optionsOfDescription(description),
    limits: {
      concurrency,
      answerSeconds: timeoutSeconds + readingSeconds,
      deadlineSeconds: Math.max(3600, 2 * timeoutSeconds),
      ...(maxBytes !== undefined && { bytes: maxBytes }),
      ...(maxPages !== undefined && { pages: maxPages }),
    },

    submit: async ({ request }, signal) => {
      const surveyed = await survey(request, signal)
      const source = neutralSource(await selectedSource(request, surveyed, signal))
      const { query, body } = outgoing(description, { ...fields, ...request.options }, source)
      const target = pathAndQueryOfUrl(url)
      const { bytes } = await http.bytes({
        method,
        path: target.path,
        query: { ...target.query, ...query },
        body,
        signal,
        seconds: timeoutSeconds,
        maxBytes: maxDescribedResultBytes,
      })
      const given = { bodies: [bytes], request, survey: surveyed }
      return { kind: 'done', document: await withKnownOutcome(() => answers.read(given, signal)) }
    },
    poll: async () => ({ kind: 'ready' }),
    fetch: async () => {
      throw http.failure('gone', {}, null)
    },
    ...(checkUrl !== undefined && {
      check: async (signal: AbortSignal) => {
        await answerOf(http, { ...pathAndQueryOfUrl(checkUrl), signal })
        return null
      },
    }),
  }
}

type QueryParameters = Readonly<Record<string, string | readonly string[]>>

const pathAndQueryOfUrl = (url: string): { readonly path: string; readonly query: QueryParameters } => {
  const { pathname, searchParams } = new URL(url)
  return {
    path: pathname,
    query: Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)])),
  }
}

const outgoing = (
  { send }: HttpProvider,
  fields: Readonly<Record<string, unknown>>,
  source: ParseSource,
): { readonly query: QueryParameters; readonly body: VendorBody } => {
  switch (send.as) {
    case 'multipart':
      return {
        query: {},
        body: { form: [...formFields(fields, repeated), { name: send.field ?? 'file', document: source }] },
      }
    case 'body':
      return { query: queryOfFields(fields), body: { document: source } }
    case 'json': {
      const prefix = (send.prefix ?? '').replaceAll('${mediaType}', source.mediaType)
      return {
        query: {},
        body: { json: fields, base64: { member: send.member ?? '/document', prefix, document: source } },
      }
    }
  }
}

const queryOfFields = (fields: Readonly<Record<string, unknown>>): QueryParameters =>
  Object.fromEntries(formFields(fields, repeated).map(({ name, value }) => [name, value]))

const optionsOfDescription = ({ options = {} }: HttpProvider): TSchema =>
  Type.Object(
    Object.fromEntries(Object.entries(options).map(([name, option]) => [name, Type.Optional(optionSchema(option))])),
    { additionalProperties: false },
  )

const optionSchema = ({ type, description, enum: words }: NonNullable<HttpProvider['options']>[string]): TSchema => {
  switch (type) {
    case 'integer':
      return Type.Integer({ description })
    case 'number':
      return Type.Number({ description })
    case 'boolean':
      return Type.Boolean({ description })
    case 'string':
      return words === undefined ? Type.String({ description }) : Type.Enum(words, { description })
  }
}
