import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

const UpstageElement = Type.Object({
  category: Type.String(),
  page: Type.Integer(),
  content: maybe(Type.Object({ html: maybe(Type.String()), text: maybe(Type.String()) })),
  /** The corners in shares of the page, from the top left. */
  coordinates: maybe(Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() }))),
  base64_encoding: maybe(Type.String()),
})
export type UpstageElement = Static<typeof UpstageElement>

/** The content behind the URL of a batch. */
export const Payload = Type.Object({
  elements: Type.Array(UpstageElement),
  model: maybe(Type.String()),
  usage: maybe(Type.Object({ pages: maybe(Type.Number()) })),
})
export type Payload = Static<typeof Payload>

const UpstageBatch = Type.Object({
  id: Type.Integer(),
  status: Type.String(),
  failure_message: maybe(Type.String()),
  download_url: maybe(Type.String()),
  start_page: Type.Integer(),
  end_page: Type.Integer(),
})
export type UpstageBatch = Static<typeof UpstageBatch>

export const AcceptedRequest = Type.Object({ request_id: Type.String({ minLength: 1 }) })
export const RequestStatus = Type.Object({ status: Type.String(), failure_message: maybe(Type.String()) })
export const FinishedRequest = Type.Object({ batches: Type.Array(UpstageBatch) })
