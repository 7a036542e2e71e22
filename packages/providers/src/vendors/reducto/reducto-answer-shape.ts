import { Type, type Static } from '@polyparse/document/typebox'
import { maybe, orNull } from '../../read-answer.ts'

/** Shares of the page from the top left; pages count from 1, both in what was read and in the document. */
const ReductoBox = Type.Object({
  left: maybe(Type.Number()),
  top: maybe(Type.Number()),
  width: maybe(Type.Number()),
  height: maybe(Type.Number()),
  page: Type.Integer(),
  original_page: maybe(Type.Integer()),
})

const ReductoBlockSchema = Type.Object({
  type: Type.String(),
  content: maybe(Type.String()),
  bbox: ReductoBox,
  confidence: maybe(Type.String()),
  granular_confidence: maybe(Type.Object({ parse_confidence: maybe(Type.Number()) })),
  image_url: maybe(Type.String()),
})
export type ReductoBlock = Static<typeof ReductoBlockSchema>

export const FullResult = Type.Object({
  chunks: Type.Array(Type.Object({ blocks: Type.Array(ReductoBlockSchema) })),
})
export type FullResult = Static<typeof FullResult>

export const UrlResult = Type.Object({ type: Type.Literal('url'), url: Type.String() })

export const ParseResponse = Type.Object({
  /** The result itself, or a URL if it is large. */
  result: Type.Unknown(),
  usage: maybe(
    Type.Object({
      num_pages: maybe(Type.Number()),
      credits: maybe(Type.Number()),
      /** The purposes of the credits. */
      credit_breakdown: maybe(Type.Record(Type.String(), maybe(Type.Number()))),
    }),
  ),
})
export type ParseResponse = Static<typeof ParseResponse>

/** `progress` is a share, from 0 to 1. */
export const ReductoJobStatus = Type.Object({
  status: Type.String(),
  progress: maybe(Type.Number()),
  reason: maybe(Type.String()),
  /** Why it has failed, with a status of HTTP: https://docs.reducto.ai/reference/error-codes */
  error: maybe(Type.Object({ code: maybe(Type.Number()), name: maybe(Type.String()), message: maybe(Type.String()) })),
})
export const FinishedJob = Type.Object({ status: Type.String(), result: ParseResponse })

/** The facts in a {@link ReductoJobStatus}, and the texts that explain it. */
export const ReductoJobState = Type.Object({
  status: Type.String(),
  /** The share that is done. */
  share: Type.Number({ minimum: 0, maximum: 1 }),
  explanations: Type.Array(Type.String()),
  /** The status that says why it has failed. */
  failure: orNull(Type.Number()),
})

/** The addresses of a result and of its pictures; without a URL, the result is in the answer itself. */
export const FoundReductoJob = Type.Object({ url: orNull(Type.String()), pictures: Type.Array(Type.String()) })

export const ReductoFile = Type.Object({ file_id: Type.String({ minLength: 1 }) })
/** `raw_config`: the body of the submit, as JSON. */
export const ReductoJobList = Type.Object({
  jobs: Type.Array(Type.Object({ job_id: Type.String({ minLength: 1 }), raw_config: maybe(Type.String()) })),
  next_cursor: maybe(Type.String()),
})
export const AcceptedJob = Type.Object({ job_id: Type.String({ minLength: 1 }) })
