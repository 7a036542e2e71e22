import { OutputId } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { operations } from './jobs.ts'
import { limits } from './limits.ts'
import { Metadata } from './metadata.ts'
import { ProviderId, providerId, uncheckedUri } from './primitives.ts'
import { JsonSchema } from './schemas.ts'

const strictRequestOptions = { additionalProperties: false }

/** Larger numbers do not fit the database's integers, and no document has such a page. */
const RequestedPage = Type.Integer(limits.pageNumber)

export const ProviderOptions = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  description:
    "From provider id to that provider's own options, whose schemas `GET /api/v1/providers` has. `escalate` of `auto` names another provider for the pages of which it is not sure. At most 256 KiB.",
})

export const ReachableUrl = Type.String({
  ...uncheckedUri,
  maxLength: limits.urlLength,
  description: 'HTTP or HTTPS URL that the service can reach.',
})

/** A schema to be filled from the document, and what becomes of values that are not found on its pages. */
export const ExtractionRequest = Type.Object(
  {
    schema: Type.Optional(JsonSchema),
    schemaId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'A stored schema, in place of `schema`: one of both is required. The job keeps what it says now.',
      }),
    ),
    schemaVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.schemaVersions,
        description: 'Only with `schemaId`. Omitted: the latest version when the job is created.',
      }),
    ),
    instructions: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'Instructions for the model, which it gets with the schema; only with `model` or `models`.',
      }),
    ),
    model: Type.Optional(
      Type.String({
        ...providerId,
        default: 'local',
        description:
          'The proposer of the values: `local`, which is the service itself, or the id of an enabled provider with a model, such as `vision`; only with `parse`. Neither is believed about a value that is nowhere on the pages.',
      }),
    ),
    models: Type.Optional(
      Type.Array(ProviderId, {
        minItems: 1,
        maxItems: limits.extractionModels,
        description:
          'The models, in place of `model`, that fill the schema side by side, `local` among them or not; only with `parse`. The result has the values of each, and their agreement. Duplicates collapse.',
      }),
    ),
    unproven: Type.Optional(
      Type.Enum(['null', 'keep'], {
        default: 'null',
        description: 'The treatment of a value that is not on the page: `null` in its place, or it is kept.',
      }),
    ),
  },
  { ...strictRequestOptions, title: 'ExtractionRequest' },
)
export type ExtractionRequest = Static<typeof ExtractionRequest>

const ClassificationLabel = Type.Object(
  {
    name: Type.String({
      ...limits.labelNameLength,
      description: 'The name of the label in the result. The usual name of a kind of documents is understood.',
      examples: ['invoice'],
    }),
    description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.labelDescriptionLength,
        description:
          'The documents that have the label. Words as they are printed on the page help most, in quotes or brackets.',
      }),
    ),
  },
  { ...strictRequestOptions, title: 'ClassificationLabel' },
)

/** Labels, of which the document gets one, or each range of its pages. */
export const ClassificationRequest = Type.Object(
  {
    labels: Type.Array(ClassificationLabel, {
      minItems: 1,
      maxItems: limits.labels,
      description: 'Names must be unique, ignoring case and accents.',
    }),
    by: Type.Optional(
      Type.Enum(['document', 'pages'], {
        default: 'document',
        description:
          '`document`: one label for all of it. `pages`: it holds several documents, and is divided where another begins.',
      }),
    ),
    instructions: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'Instructions for the model, which it gets with the labels; only with `model`.',
      }),
    ),
    model: Type.Optional(
      Type.String({
        ...providerId,
        default: 'local',
        description:
          'The proposer of the labels: `local`, which is the service itself, or the id of an enabled provider with a model, such as `vision`; only with `parse`.',
      }),
    ),
  },
  { ...strictRequestOptions, title: 'ClassificationRequest' },
)
export type ClassificationRequest = Static<typeof ClassificationRequest>

export const webhookOf = (description: string) =>
  Type.Object({ url: ReachableUrl }, { ...strictRequestOptions, description })

/** The destinations to which the result of a job is delivered when it is complete. */
export const DeliveryRequest = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        ...uncheckedUri,
        maxLength: limits.urlLength,
        description: 'Takes the whole job, as `GET /api/v1/jobs/{jobId}` answers it.',
      }),
    ),
    outputs: Type.Optional(
      Type.Record(Type.String(), ReachableUrl, {
        minProperties: 1,
        maxProperties: limits.outputs,
        description: 'Only with `parse`. From an output of the job to the URL that takes its content.',
      }),
    ),
  },
  {
    ...strictRequestOptions,
    minProperties: 1,
    title: 'DeliveryRequest',
    description:
      'URLs that take the result by one signed PUT each when the job is complete, such as presigned ones of a bucket. Each is tried again for 24 hours until it answers with a status of 2xx; `GET /api/v1/jobs/{jobId}/deliveries` says how they went.',
  },
)
export type DeliveryRequest = Static<typeof DeliveryRequest>

export const parameters = {
  operation: Type.Enum([...operations], {
    description: '`parse` uses one provider; `compare` runs several on the same document.',
  }),
  outputs: Type.Array(OutputId, {
    minItems: 1,
    maxItems: limits.outputs,
    description: 'The requested output formats. Duplicates collapse.',
  }),
  pages: Type.Optional(
    Type.Array(RequestedPage, {
      minItems: 1,
      maxItems: limits.pages,
      description: 'One-based page numbers. Omitted: the whole document. Duplicates collapse.',
    }),
  ),
  provider: Type.Optional(
    Type.String({
      ...providerId,
      description: 'Only with `parse`. Omitted: the configured default.',
    }),
  ),
  providers: Type.Optional(
    Type.Array(ProviderId, {
      minItems: 1,
      maxItems: limits.providers,
      description: 'Only with `compare`. Omitted: every enabled provider that is not derived. Duplicates collapse.',
    }),
  ),
  providerOptions: Type.Optional(ProviderOptions),
  includeRaw: Type.Optional(
    Type.Boolean({ default: false, description: 'True to include the raw response of the provider in the result.' }),
  ),
  extraction: Type.Optional(ExtractionRequest),
  classification: Type.Optional(ClassificationRequest),
  images: Type.Optional(
    Type.Enum(['inline', 'reference'], {
      default: 'inline',
      description:
        'The place of the files of images: `inline`, in base64 as `data`; `reference`, at the `url` of each image, which has no `data` then.',
    }),
  ),
  pageImages: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True to keep an image of each page with the result, at `GET /api/v1/jobs/{jobId}/pages/{page}/image`; `pageImages` of the result lists them.',
    }),
  ),
  provisionalPages: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Only with `parse` and one of the outputs `pages` and `markdown`. Makes each page of a PDF or image that a local provider reads available before the job ends, at `GET /api/v1/jobs/{jobId}/pages/{page}`. Such a page is provisional: later pages may change what is a heading, a page header or a continued table. After the end, single pages are only in the output `pages`.',
    }),
  ),
  deadlineSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description:
        'The time that each provider may take for the document from its beginning; after that it fails as `timeout`. It is never more than the operator gives. A request to a vendor that is under way is waited for.',
    }),
  ),
  fallback: Type.Optional(
    Type.Array(ProviderId, {
      minItems: 1,
      maxItems: limits.providers,
      description:
        'Only with `parse`. Tried in order when the provider fails for its own reasons; the result and its warnings say which one answered. Duplicates collapse.',
    }),
  ),
  webhook: Type.Optional(
    webhookOf(
      'The URL that receives one signed POST (Standard Webhooks) when the job has ended, with its id and status.',
    ),
  ),
  deliver: Type.Optional(DeliveryRequest),
  metadata: Type.Optional(Metadata),
}

/** The parameters of a job, apart from its source: the fields that both body formats of section 4.1 share. */
export const JobParameters = Type.Object(parameters, strictRequestOptions)
export type JobParameters = Static<typeof JobParameters>

/** Body A of section 4.1: a source by URL. */
export const CreateJobBody = Type.Object(
  {
    operation: parameters.operation,
    source: Type.Object({ url: ReachableUrl }, strictRequestOptions),
    outputs: parameters.outputs,
    pages: parameters.pages,
    provider: parameters.provider,
    providers: parameters.providers,
    providerOptions: parameters.providerOptions,
    includeRaw: parameters.includeRaw,
    extraction: parameters.extraction,
    classification: parameters.classification,
    images: parameters.images,
    pageImages: parameters.pageImages,
    provisionalPages: parameters.provisionalPages,
    deadlineSeconds: parameters.deadlineSeconds,
    fallback: parameters.fallback,
    webhook: parameters.webhook,
    deliver: parameters.deliver,
    metadata: parameters.metadata,
  },
  { ...strictRequestOptions, title: 'CreateJobBody' },
)
export type CreateJobBody = Static<typeof CreateJobBody>

/** The form of the files of images: in the result, or at an address of their own. */
export type ImageForm = 'inline' | 'reference'

/** A caller's request in one form, whichever body format it came in: lists without duplicates, `pages` ascending. */
export type CanonicalRequest = {
  readonly operation: 'parse' | 'compare'
  readonly outputs: readonly OutputId[]
  readonly pages: readonly number[] | null
  /** The provider as given: null when omitted, so that a configured default never enters the fingerprint. */
  readonly provider: string | null
  readonly providers: readonly string[] | null
  readonly providerOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly includeRaw: boolean
  readonly extraction: ExtractionRequest | null
  readonly classification: ClassificationRequest | null
  readonly images: ImageForm
  readonly pageImages: boolean
  readonly provisionalPages: boolean
  readonly deadlineSeconds: number | null
  readonly fallback: readonly string[] | null
  readonly webhook: { readonly url: string } | null
  readonly deliver: DeliveryRequest | null
  readonly metadata: Metadata | null
}
