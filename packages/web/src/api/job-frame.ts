import {
  type Agreement,
  CompareResult,
  FailedJob,
  ParseResult,
  RunError,
  UnfinishedJob,
  Uuid,
} from '@polyparse/contract'
import type { OutputId, OutputValues } from '@polyparse/document/schema'
import { Type, type TProperties } from '@polyparse/document/typebox'

const Members = (properties: TProperties) => Type.Object(properties)
const List = Type.Array(Type.Unknown())

/** The schemas of outputs, down to their outermost members. */
const jobFrameOutputSchemas = {
  markdown: Type.String(),
  text: Type.String(),
  html: Type.String(),
  pages: Type.Unsafe<OutputValues['pages']>(Type.Array(Members({ blocks: List }))),
  tables: Type.Unsafe<OutputValues['tables']>(Type.Array(Members({ rows: List, cells: List }))),
  images: Type.Unsafe<OutputValues['images']>(Type.Array(Members({ id: Type.String() }))),
  chunks: Type.Unsafe<OutputValues['chunks']>(Type.Array(Members({ text: Type.String() }))),
  json: Type.Unsafe<OutputValues['json']>(
    Members({ metadata: Members({}), pages: Type.Array(Members({ blocks: List })), tables: List, images: List }),
  ),
  metadata: Type.Unsafe<OutputValues['metadata']>(Members({})),
  fields: Type.Unsafe<OutputValues['fields']>(Type.Array(Members({ label: Type.String(), value: Type.String() }))),
} satisfies Record<OutputId, unknown>

const JobFrameReading = Type.Object({
  ...ParseResult.properties,
  outputs: Type.Partial(Type.Object(jobFrameOutputSchemas)),
})

const providerEntryProperties = { provider: Type.String(), durationMs: Type.Number() }

const Comparison = Type.Object({
  ...CompareResult.properties,
  providers: Type.Array(
    Type.Union([
      Type.Object({ ...providerEntryProperties, status: Type.Literal('parsed'), result: JobFrameReading }),
      Type.Object({ ...providerEntryProperties, status: Type.Literal('failed'), error: RunError }),
      Type.Object({ ...providerEntryProperties, status: Type.Literal('unsupported') }),
    ]),
  ),
  agreement: Type.Optional(Type.Unsafe<Agreement>(Members({ pairs: List, pages: List, disputes: List }))),
})

/**
 * A job as it is read, with the types of the contract. Values deep within the outputs are not checked: the service
 * checked them when they were made, and checking millions of words again would block the page for seconds.
 */
export const JobFrame = Type.Union([
  UnfinishedJob,
  Type.Object({ id: Uuid, status: Type.Literal('complete'), result: Type.Union([JobFrameReading, Comparison]) }),
  FailedJob,
])
