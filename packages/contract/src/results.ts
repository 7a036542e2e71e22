import { Chunking, OutputId, outputSchemas, Quality, DocumentUsage, Warning } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { Agreement } from './agreement.ts'
import { failureCodes } from './failures.ts'
import { Timestamp, Uuid } from './primitives.ts'

export { Quality, Warning }

export const Timing = Type.Object(
  {
    startedAt: Timestamp,
    completedAt: Timestamp,
    durationMs: Type.Number({ minimum: 0, description: 'Wall time from the first work to the end, without queueing.' }),
  },
  { title: 'Timing' },
)

export const Usage = Type.Object(
  { ...DocumentUsage.properties, pages: Type.Integer({ minimum: 0 }) },
  { title: 'Usage' },
)

const pageImages = Type.Array(
  Type.Object(
    {
      page: Type.Integer({ minimum: 1 }),
      width: Type.Integer({ minimum: 1, description: 'In pixels.' }),
      height: Type.Integer({ minimum: 1, description: 'In pixels.' }),
      mimeType: Type.String(),
      url: Type.String({ format: 'uri-reference', description: 'The path of its file in the service.' }),
    },
    { title: 'PageImage' },
  ),
  { description: 'The images of pages that are kept with the result, if they were requested, in order.' },
)

/** The text of one page, as it was read. */
export const PageReading = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    provisional: Type.Boolean({
      description:
        'True if the job goes on, so that the page may still change: headings, page headers and tables that continue are certain when all pages have been read.',
    }),
    markdown: Type.String(),
    text: Type.String(),
  },
  { title: 'PageReading' },
)
export type PageReading = Static<typeof PageReading>

export const ParseResult = Type.Object(
  {
    id: Uuid,
    outputs: Type.Partial(Type.Object(outputSchemas), {
      description: 'The value of each requested output format.',
    }),
    pageCount: Type.Integer({ minimum: 0, description: 'Pages processed.' }),
    provider: Type.String(),
    timing: Timing,
    warnings: Type.Array(Warning),
    chunking: Type.Optional(
      Type.Object(Chunking.properties, {
        title: 'Chunking',
        description:
          'The lengths of chunks, and the part of the surrounding text that they repeat, where the request sets them.',
      }),
    ),
    quality: Type.Optional(Quality),
    usage: Type.Optional(Usage),
    model: Type.Optional(
      Type.String({ description: 'The model, tier or version that has read the document, as its provider names it.' }),
    ),
    pageImages: Type.Optional(pageImages),
    raw: Type.Optional(Type.Unknown({ description: "The provider's response as received, if requested." })),
  },
  { title: 'ParseResult' },
)

export const RunError = Type.Object(
  {
    message: Type.String(),
    code: Type.Optional(Type.Enum([...failureCodes])),
  },
  { title: 'RunError' },
)

const providerEntryFields = { provider: Type.String(), durationMs: Type.Number({ minimum: 0 }) }

const ParsedEntry = Type.Object(
  { ...providerEntryFields, status: Type.Literal('parsed'), result: ParseResult },
  { title: 'ParsedEntry' },
)
const FailedEntry = Type.Object(
  { ...providerEntryFields, status: Type.Literal('failed'), error: RunError },
  { title: 'FailedEntry' },
)
const UnsupportedEntry = Type.Object(
  { ...providerEntryFields, status: Type.Literal('unsupported') },
  { title: 'UnsupportedEntry' },
)

export const ProviderEntry = Type.Union([ParsedEntry, FailedEntry, UnsupportedEntry], { title: 'ProviderEntry' })

export const CompareResult = Type.Object(
  {
    input: Type.String({ description: 'The source URL, or the filename of the upload.' }),
    outputs: Type.Array(OutputId),
    providers: Type.Array(ProviderEntry),
    timing: Timing,
    agreement: Type.Optional(Agreement),
    pageImages: Type.Optional(pageImages),
  },
  { title: 'CompareResult' },
)

export type Timing = Static<typeof Timing>
export type Usage = Static<typeof Usage>
export type ParseResult = Static<typeof ParseResult>
export type ProviderEntry = Static<typeof ProviderEntry>
export type CompareResult = Static<typeof CompareResult>
