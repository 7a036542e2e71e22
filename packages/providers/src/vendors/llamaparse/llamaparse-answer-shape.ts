import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

/** Coordinates are missing or null in practice, contrary to the types of the vendor's SDK. */
const LlamaParseBox = Type.Object({
  x: maybe(Type.Number()),
  y: maybe(Type.Number()),
  w: maybe(Type.Number()),
  h: maybe(Type.Number()),
})

const Concern = Type.Object({ type: Type.String(), details: maybe(Type.String()) })

/** The members that any item can have. Its kind is given by `type`, or else by its members. */
const llamaParseItemMembers = {
  type: maybe(Type.String()),
  md: maybe(Type.String()),
  bbox: maybe(Type.Array(LlamaParseBox)),
  value: maybe(Type.String()),
  level: maybe(Type.Number()),
  ordered: maybe(Type.Boolean()),
  rows: maybe(Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])))),
  html: maybe(Type.String()),
  parse_concerns: maybe(Type.Array(Concern)),
  merged_into_page: maybe(Type.Number()),
  caption: maybe(Type.String()),
  text: maybe(Type.String()),
  url: maybe(Type.String()),
}

/** A page of the list of jobs. */
export const LlamaParseJobList = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      user_metadata: maybe(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  next_page_token: maybe(Type.String()),
})

export const LlamaParseItem = Type.Cyclic(
  { Item: Type.Object({ ...llamaParseItemMembers, items: maybe(Type.Array(Type.Ref('Item'))) }) },
  'Item',
)
export type LlamaParseItem = Static<typeof LlamaParseItem>

const LlamaParsePageSchema = Type.Object({
  page_number: Type.Integer(),
  success: maybe(Type.Boolean()),
  error: maybe(Type.String()),
  page_width: maybe(Type.Number()),
  page_height: maybe(Type.Number()),
  items: maybe(Type.Array(LlamaParseItem)),
  markdown: maybe(Type.String()),
  header: maybe(Type.String()),
  footer: maybe(Type.String()),
  text: maybe(Type.String()),
})
export type LlamaParsePage = Static<typeof LlamaParsePageSchema>

const LlamaParsePages = maybe(Type.Object({ pages: Type.Array(LlamaParsePageSchema) }))

export const LlamaParseJob = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  tier: maybe(Type.String()),
  error_message: maybe(Type.String()),
  usage: maybe(Type.Object({ credits: maybe(Type.Number()) })),
})

const LlamaParseImage = Type.Object({ filename: Type.String(), presigned_url: maybe(Type.String()) })

export const LlamaParseResult = Type.Object({
  job: LlamaParseJob,
  items: LlamaParsePages,
  markdown: LlamaParsePages,
  text: LlamaParsePages,
  metadata: maybe(
    Type.Object({
      document: maybe(Type.Object({ confidence: maybe(Type.Number()) })),
      pages: maybe(Type.Array(Type.Object({ page_number: Type.Integer(), confidence: maybe(Type.Number()) }))),
    }),
  ),
  images_content_metadata: maybe(Type.Object({ images: Type.Array(LlamaParseImage) })),
})
export type LlamaParseResult = Static<typeof LlamaParseResult>

/** The parts of a {@link LlamaParseResult}. */
export const FoundLlamaParseJob = Type.Object({
  hasItems: Type.Boolean(),
  images: Type.Array(Type.Object({ filename: Type.String(), url: Type.String() })),
})

export const LlamaParseFile = Type.Object({ id: Type.String({ minLength: 1 }) })
