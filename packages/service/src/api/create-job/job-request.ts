import {
  type FieldError,
  type JobParameters,
  type CanonicalRequest,
  type JsonSchema,
  limits,
} from '@polyparse/contract'
import { labelMistakes, parseExtractionSchema } from '@polyparse/extraction'
import type { AddressPolicy } from '@polyparse/outbound'
import { checkUrl } from '@polyparse/outbound'

/** The request in a form that is independent of the body format: lists without duplicates, pages in order. */
export const toJobRequest = (parameters: JobParameters): CanonicalRequest => ({
  operation: parameters.operation,
  outputs: [...new Set(parameters.outputs)],
  pages: parameters.pages === undefined ? null : [...new Set(parameters.pages)].toSorted((a, b) => a - b),
  provider: parameters.provider ?? null,
  providers: parameters.providers === undefined ? null : [...new Set(parameters.providers)],
  providerOptions: parameters.providerOptions ?? {},
  includeRaw: parameters.includeRaw ?? false,
  extraction: extractionAsked(parameters),
  classification: parameters.classification ?? null,
  images: parameters.images ?? 'inline',
  pageImages: parameters.pageImages ?? false,
  provisionalPages: parameters.provisionalPages ?? false,
  deadlineSeconds: parameters.deadlineSeconds ?? null,
  fallback: parameters.fallback === undefined ? null : [...new Set(parameters.fallback)],
  webhook: parameters.webhook ?? null,
  deliver: parameters.deliver ?? null,
  metadata: parameters.metadata ?? null,
})

const extractionAsked = ({ extraction }: JobParameters): CanonicalRequest['extraction'] => {
  if (extraction?.models === undefined) return extraction ?? null
  return { ...extraction, models: [...new Set(extraction.models)] }
}

/**
 * Returns what a caller sent as parameters, without the duplicates in lists that are longer than their limit: only then do they
 * matter, and in others a message can still say at which index something is wrong.
 */
export const withoutDuplicates = (sent: unknown): unknown => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const members = Object.entries(sent).map(([name, value]): [string, unknown] => {
    const limit = Object.hasOwn(listLimits, name) ? listLimits[name] : undefined
    const isLong = limit !== undefined && Array.isArray(value) && value.length > limit
    return [name, isLong ? [...new Set<unknown>(value)].slice(0, limit + 1) : value]
  })
  return Object.fromEntries(members)
}

const listLimits: Readonly<Record<string, number>> = {
  outputs: limits.outputs,
  pages: limits.pages,
  providers: limits.providers,
  fallback: limits.providers,
}

/** Rules between fields that a schema cannot express, as far as the fields are known. */
export const parameterErrors = (parameters: Partial<JobParameters>, nameOf: (field: keyof JobParameters) => string) => {
  const errors: FieldError[] = []
  if (parameters.operation === 'compare' && parameters.provider !== undefined)
    errors.push({ field: nameOf('provider'), message: 'is only for parse; compare takes providers' })
  if (parameters.operation === 'parse' && parameters.providers !== undefined)
    errors.push({ field: nameOf('providers'), message: 'is only for compare; parse takes provider' })
  if (parameters.operation === 'compare' && parameters.fallback !== undefined)
    errors.push({ field: nameOf('fallback'), message: 'is only for parse; compare has an entry for each provider' })
  if (Buffer.byteLength(JSON.stringify(parameters.providerOptions ?? {})) > limits.providerOptionsBytes)
    errors.push({ field: nameOf('providerOptions'), message: 'must have at most 256 KiB' })
  return [
    ...errors,
    ...provisionalPagesErrors(parameters, nameOf('provisionalPages')),
    ...extractionErrors(parameters, nameOf('extraction')),
    ...classificationErrors(parameters, nameOf('classification')),
    ...webhookErrors(parameters.webhook ?? null, { allow: 'all' }, nameOf),
    ...deliveryErrors(parameters.deliver ?? null, { allow: 'all' }, nameOf),
    ...deliveredOutputErrors(parameters, nameOf('deliver')),
  ]
}

/** Pages that come early are of an output that has them for good in the end: one by one, or all in one text. */
const provisionalPagesErrors = (
  { operation, outputs, provisionalPages }: Partial<JobParameters>,
  field: string,
): FieldError[] => {
  if (provisionalPages !== true) return []
  if (operation === 'compare') return [{ field, message: 'is only for parse; compare has several readings of a page' }]
  const isOfOutput = outputs?.some((output) => output === 'pages' || output === 'markdown') ?? true
  return isOfOutput ? [] : [{ field, message: 'is only for the outputs pages and markdown' }]
}

/** Returns a mistake for each delivered output that the job does not make. */
const deliveredOutputErrors = ({ operation, outputs, deliver }: Partial<JobParameters>, name: string): FieldError[] => {
  const delivered = Object.keys(deliver?.outputs ?? {})
  if (delivered.length === 0) return []
  if (operation === 'compare')
    return [{ field: `${name}.outputs`, message: 'is only for parse; compare delivers the whole job to its url' }]
  return delivered
    .filter((output) => outputs !== undefined && !outputs.some((asked) => asked === output))
    .map((output) => ({ field: `${name}.outputs.${output}`, message: 'is not among the outputs of the job' }))
}

/** Returns what is wrong with the schema that is to be filled, or with asking for one without the other. */
const extractionErrors = ({ operation, outputs, extraction }: Partial<JobParameters>, name: string): FieldError[] => {
  const isAsked = outputs?.includes('extraction')
  if (extraction === undefined)
    return isAsked === true ? [{ field: name, message: 'is required for the output extraction' }] : []
  if (isAsked === false) return [{ field: name, message: 'is only for the output extraction' }]
  const { model, models, instructions } = extraction
  if (model !== undefined && models !== undefined)
    return [{ field: `${name}.models`, message: 'cannot be given beside model' }]
  const member = models === undefined ? 'model' : 'models'
  const isLocal = (models ?? [model ?? 'local']).every((each) => each === 'local')
  if (!isLocal && operation === 'compare')
    return [
      { field: `${name}.${member}`, message: 'is only for parse; compare has each provider fill the schema by local' },
    ]
  if (isLocal && instructions !== undefined)
    return [{ field: `${name}.instructions`, message: 'is only for a model, which local is not' }]
  const { schema, schemaId, schemaVersion } = extraction
  if (schemaId !== undefined)
    return schema === undefined ? [] : [{ field: `${name}.schemaId`, message: 'cannot be given beside schema' }]
  if (schemaVersion !== undefined) return [{ field: `${name}.schemaVersion`, message: 'is only for a schemaId' }]
  return schema === undefined
    ? [{ field: `${name}.schema`, message: 'is required, or the schemaId of a stored one' }]
    : schemaErrors(schema, `${name}.schema`)
}

/** Returns the mistakes in the labels of the request, or in asking for them. */
const classificationErrors = (
  { operation, outputs, classification }: Partial<JobParameters>,
  name: string,
): FieldError[] => {
  const isAsked = outputs?.includes('classification')
  if (classification === undefined)
    return isAsked === true ? [{ field: name, message: 'is required for the output classification' }] : []
  if (isAsked === false) return [{ field: name, message: 'is only for the output classification' }]
  const { labels, model = 'local', instructions } = classification
  const errors = labelMistakes(labels).map(({ index, message }) => ({ field: `${name}.labels.${index}.name`, message }))
  if (model !== 'local' && operation === 'compare')
    errors.push({ field: `${name}.model`, message: 'is only for parse; compare has each document labelled by local' })
  if (model === 'local' && instructions !== undefined)
    errors.push({ field: `${name}.instructions`, message: 'is only for a model, which local is not' })
  return errors
}

/** Returns what is wrong with a schema, each mistake under the name of its place. */
export const schemaErrors = (schema: JsonSchema, name: string): FieldError[] => {
  const { mistakes = [] } = parseExtractionSchema(schema)
  return mistakes.map(({ path, message }) => ({ field: `${name}${path.replaceAll('/', '.')}`, message }))
}

/** The mistakes in the URLs that a result is delivered to. */
export const deliveryErrors = (
  deliver: CanonicalRequest['deliver'],
  policy: AddressPolicy,
  nameOf: (field: keyof JobParameters) => string,
): FieldError[] => {
  const addresses = [
    ...(deliver?.url === undefined ? [] : [{ place: 'url', url: deliver.url }]),
    ...Object.entries(deliver?.outputs ?? {}).map(([output, url]) => ({ place: `outputs.${output}`, url })),
  ]
  return addresses.flatMap(({ place, url }) => {
    const checked = checkUrl(url, policy)
    return 'reason' in checked ? [{ field: `${nameOf('deliver')}.${place}`, message: checked.reason }] : []
  })
}

/**
 * The mistake in the URL of a webhook, if any. In a JSON body the URL has a name of its own; in a header it is the
 * whole value.
 */
export const webhookErrors = (
  webhook: CanonicalRequest['webhook'],
  policy: AddressPolicy,
  nameOf: (field: keyof JobParameters) => string,
): FieldError[] => {
  const checked = webhook === null ? null : checkUrl(webhook.url, policy)
  const name = nameOf('webhook')
  return checked !== null && 'reason' in checked
    ? [{ field: name === 'webhook' ? 'webhook.url' : name, message: checked.reason }]
    : []
}
