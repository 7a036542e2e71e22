import { OutputId } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { Price } from '../price.ts'

const strictDescriptionObject = { additionalProperties: false }
const pointer = '^(?:/(?:[^~/]|~[01])*)+$'
const integer = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

const Send = Type.Object(
  {
    as: Type.Enum(['multipart', 'body', 'json'], {
      description:
        '`multipart`: a file of a form; `body`: the document alone, under its own media type; `json`: in base64, as a member of a JSON object.',
    }),
    field: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'With `multipart`: the field of the file.' }),
    ),
    member: Type.Optional(
      Type.String({
        pattern: pointer,
        description: 'With `json`: where the document goes in the object, as a JSON pointer: `/document/data`.',
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'With `json`: what precedes the base64; `${mediaType}` is replaced, as in `data:${mediaType};base64,`.',
      }),
    ),
  },
  { ...strictDescriptionObject, description: 'The way in which the document is sent.' },
)
export type Send = Static<typeof Send>

export const DescribedAnswer = Type.Object(
  {
    from: Type.String({
      pattern: `^body$|${pointer}`,
      description:
        '`body`: the whole answer; else a JSON pointer to the text in a JSON answer. `*` means each element of a list, which are the pages in their order: `/pages/*/markdown`.',
    }),
    format: Type.Enum(['markdown', 'text', 'html', 'document'], {
      description:
        'The kind of the content; `document` is a document in the shape of the output `json` of this service.',
    }),
    pageSeparator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The text between two pages, such as a form feed. Without pages, everything is on the first one.',
      }),
    ),
  },
  { ...strictDescriptionObject, description: 'The place of the content in the answer.' },
)
export type DescribedAnswer = Static<typeof DescribedAnswer>

const Option = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 500 }),
    type: Type.Enum(['string', 'integer', 'number', 'boolean']),
    enum: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  },
  strictDescriptionObject,
)

/** A parser that is asked with one request, described without code. */
export const HttpProvider = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
      maxLength: 100,
      description: 'The id by which jobs name the provider.',
    }),
    name: Type.String({ minLength: 1, maxLength: 100, description: 'The name for people, also in errors.' }),
    url: Type.String({
      pattern: '^https?://[^\\s@]+$',
      description: 'The address to which documents are sent. It may be private.',
    }),
    method: Type.Optional(Type.Enum(['POST', 'PUT'], { description: 'The method; by default POST.' })),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" }), Type.String({ maxLength: 4000 }), {
        description: 'Sent along. `${NAME}` is the environment variable NAME, without which the provider is disabled.',
      }),
    ),
    send: Send,
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Sent along with each document: as fields of the form, as members of the JSON object, or in the query of the URL. Texts may name variables as headers do.',
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Option, {
        description:
          'The options that jobs may set in `providerOptions`, over `fields` of the same name. By default none.',
      }),
    ),
    answer: DescribedAnswer,
    outputs: Type.Optional(
      Type.Array(OutputId, {
        minItems: 1,
        description: 'The outputs that jobs may request; by default all that the format allows.',
      }),
    ),
    mediaTypes: Type.Array(Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$' }), {
      minItems: 1,
      uniqueItems: true,
      description: 'The types that it reads.',
    }),
    price: Type.Optional(
      Type.Union([Price, Type.Null()], { description: 'US dollars; by default it charges nothing.' }),
    ),
    timeoutSeconds: integer(1, 86_400, 'The time that one answer may take; by default 300.'),
    concurrency: integer(1, 1000, 'Documents at the same time, over all workers; by default 4.'),
    requestsPerSecond: integer(1, 1000, 'By default 20.'),
    maxBytes: integer(1, 10 * 1024 ** 3, 'Larger documents are refused before anything is sent.'),
    maxPages: integer(1, 1_000_000, 'Longer documents are refused before anything is sent.'),
    checkUrl: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s@]+$',
        description:
          'The address that `polyparse providers check` gets, with the same headers: of the same origin, and harmless.',
      }),
    ),
  },
  { ...strictDescriptionObject, title: 'HttpProvider' },
)
export type HttpProvider = Static<typeof HttpProvider>

export const HttpProviders = Type.Array(HttpProvider, { title: 'HttpProviders' })
