import { OutputId } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { operations } from './jobs.ts'
import { limits } from './limits.ts'
import { uncheckedUri } from './primitives.ts'
import { JobParameters, parameters, ReachableUrl } from './requests.ts'

/**
 * Body B of section 4.1: the headers that carry the parameters of an upload, spelled as in the interface.
 * They are optional here because the same operation also takes a JSON body, which brings its own.
 */
export const UploadHeaders = Type.Object({
  'X-Service-Filename': Type.Optional(
    Type.String({
      description:
        'Required for an upload. The filename with its extension, percent-encoded as by `encodeURIComponent`. The media type is inferred from it when `Content-Type` is absent.',
      examples: ['report%202026.pdf'],
    }),
  ),
  'X-Service-Operation': Type.Optional(
    Type.Enum([...operations], { description: 'Required for an upload.', examples: ['parse'] }),
  ),
  'X-Service-Outputs': Type.Optional(
    Type.String({
      description: 'Required for an upload. Output format ids, separated by commas.',
      examples: ['markdown,text'],
    }),
  ),
  'X-Service-Pages': Type.Optional(
    Type.String({
      description: 'One-based page numbers, separated by commas. Omitted: the whole document.',
      examples: ['1,2,5'],
    }),
  ),
  'X-Service-Provider': Type.Optional(
    Type.String({ description: 'Provider id; used only when the operation is `parse`.', examples: ['provider-a'] }),
  ),
  'X-Service-Providers': Type.Optional(
    Type.String({
      description: 'Provider ids, separated by commas; used only when the operation is `compare`.',
      examples: ['provider-a,provider-b'],
    }),
  ),
  'X-Service-Provider-Options': Type.Optional(
    Type.String({
      description: 'Percent-encoded JSON of the same structure as `providerOptions`.',
      examples: ['%7B%22provider-a%22%3A%7B%7D%7D'],
    }),
  ),
  'X-Service-Include-Raw': Type.Optional(
    Type.Enum(['true', 'false'], {
      default: 'false',
      description: 'True to include the raw response of the provider in the result.',
    }),
  ),
  'X-Service-Extraction': Type.Optional(
    Type.String({
      description:
        'Percent-encoded JSON of the same structure as `extraction`. Headers are limited to 64 KiB together, and a request by URL or a form takes larger schemas.',
      examples: [
        '%7B%22schema%22%3A%7B%22properties%22%3A%7B%22invoiceNumber%22%3A%7B%22type%22%3A%22string%22%7D%7D%7D%7D',
      ],
    }),
  ),
  'X-Service-Classification': Type.Optional(
    Type.String({
      description:
        'Percent-encoded JSON of the same structure as `classification`. Headers are limited to 64 KiB together.',
      examples: ['%7B%22labels%22%3A%5B%7B%22name%22%3A%22invoice%22%7D%2C%7B%22name%22%3A%22receipt%22%7D%5D%7D'],
    }),
  ),
  'X-Service-Images': Type.Optional(
    Type.Enum(['inline', 'reference'], {
      default: 'inline',
      description:
        'The place of the files of images: `inline`, in the result; `reference`, at the `url` of each image.',
    }),
  ),
  'X-Service-Page-Images': Type.Optional(
    Type.Enum(['true', 'false'], {
      default: 'false',
      description: 'True to keep an image of each page with the result.',
    }),
  ),
  'X-Service-Provisional-Pages': Type.Optional(
    Type.Enum(['true', 'false'], {
      default: 'false',
      description:
        'Only with `parse` and one of the outputs `pages` and `markdown`: whether pages can be read before the end of the job.',
    }),
  ),
  'X-Service-Deadline-Seconds': Type.Optional(
    Type.String({
      description: 'The time that each provider may take for the document; after that it fails as `timeout`.',
      examples: ['300'],
    }),
  ),
  'X-Service-Fallback': Type.Optional(
    Type.String({
      description:
        'Provider ids, separated by commas, tried in order when the provider fails for its own reasons; used only when the operation is `parse`.',
      examples: ['auto,provider-c'],
    }),
  ),
  'X-Service-Webhook': Type.Optional(
    Type.String({
      ...uncheckedUri,
      description: 'The URL of `webhook`, not encoded: it receives one signed POST when the job has ended.',
      examples: ['https://example.com/hooks/documents'],
    }),
  ),
  'X-Service-Deliver': Type.Optional(
    Type.String({
      description: 'Percent-encoded JSON of the same structure as `deliver`.',
      examples: ['%7B%22url%22%3A%22https%3A%2F%2Fexample.com%2Fresults%2F1.json%22%7D'],
    }),
  ),
  'X-Service-Metadata': Type.Optional(
    Type.String({
      description: 'Percent-encoded JSON of the same structure as `metadata`.',
      examples: ['%7B%22invoice%22%3A%224711%22%7D'],
    }),
  ),
})

export type UploadHeader = keyof typeof UploadHeaders.properties

const encoded = (what: string, example: string) => ({
  description: `JSON of the same structure as \`${what}\` in a request by URL.`,
  examples: [example],
})

const webhookText = Type.Optional(
  Type.String({
    ...uncheckedUri,
    description: 'The URL of `webhook`: it receives one signed POST when the job has ended.',
    examples: ['https://example.com/hooks/documents'],
  }),
)

/** The same parameters in the query of an upload, for clients that are generated; lists have a parameter for each entry. */
export const UploadQuery = Type.Object({
  filename: Type.String({
    minLength: 1,
    description: 'The name with its extension: the media type is inferred from it unless `Content-Type` names one.',
    examples: ['report 2026.pdf'],
  }),
  operation: parameters.operation,
  outputs: parameters.outputs,
  pages: parameters.pages,
  provider: parameters.provider,
  providers: parameters.providers,
  providerOptions: Type.Optional(Type.String(encoded('providerOptions', '{"provider-a":{}}'))),
  includeRaw: parameters.includeRaw,
  extraction: Type.Optional(
    Type.String(encoded('extraction', '{"schema":{"properties":{"invoiceNumber":{"type":"string"}}}}')),
  ),
  classification: Type.Optional(
    Type.String(encoded('classification', '{"labels":[{"name":"invoice"},{"name":"receipt"}]}')),
  ),
  images: parameters.images,
  pageImages: parameters.pageImages,
  provisionalPages: parameters.provisionalPages,
  deadlineSeconds: parameters.deadlineSeconds,
  fallback: parameters.fallback,
  webhook: webhookText,
  deliver: Type.Optional(Type.String(encoded('deliver', '{"url":"https://example.com/results/1.json"}'))),
  metadata: Type.Optional(Type.String(encoded('metadata', '{"invoice":"4711"}'))),
})

const wait = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: limits.parseWaitSeconds.maximum,
    default: limits.parseWaitSeconds.default,
    description: 'Seconds to wait for the end of the job. It goes on after that, and is read at `Location`.',
  }),
)

const parsedOutputs = Type.Optional(
  Type.Array(OutputId, {
    minItems: 1,
    maxItems: limits.outputs,
    description: 'The outputs of the job. Omitted: the one of the answer, which is among them in any case.',
  }),
)

const sharedParameters = Type.Omit(JobParameters, ['operation', 'outputs', 'providers']).properties
const sharedQuery = Type.Omit(UploadQuery, ['filename', 'operation', 'outputs', 'providers']).properties
const parseFields = { outputs: parsedOutputs, ...sharedQuery, wait }

/** Body of a request that parses a document at a URL and waits for it. */
export const ParseBody = Type.Object(
  { url: ReachableUrl, outputs: parsedOutputs, ...sharedParameters, wait },
  { additionalProperties: false, title: 'ParseBody' },
)

/** The parameters of the same request in its query, beside a document that is its body. */
export const ParseQuery = Type.Object({ filename: Type.Optional(UploadQuery.properties.filename), ...parseFields })

/** A form with the document, and the parameters as its fields. */
export const ParseForm = Type.Object(
  {
    file: Type.Unsafe<string>({ type: 'string', format: 'binary', description: 'The document, with its filename.' }),
    ...parseFields,
  },
  { title: 'ParseForm' },
)
