import { Type, type Static } from '@polyparse/document/typebox'
import { limits } from './limits.ts'
import { Timestamp, Uuid } from './primitives.ts'
import { CompareResult, ParseResult } from './results.ts'

const { expiresInSeconds } = limits.shares

export const CreateShareBody = Type.Object(
  {
    expiresIn: Type.Optional(
      Type.Integer({
        minimum: expiresInSeconds.minimum,
        maximum: expiresInSeconds.maximum,
        default: expiresInSeconds.default,
        description: 'The seconds for which the link is valid. It ends with the result, if that is sooner.',
      }),
    ),
  },
  { title: 'CreateShareBody', additionalProperties: false },
)

/** A link that shows the result of one job to whoever has it. */
export const Share = Type.Object({ id: Uuid, createdAt: Timestamp, expiresAt: Timestamp }, { title: 'Share' })
export type Share = Static<typeof Share>

export const CreatedShare = Type.Object(
  {
    ...Share.properties,
    url: Type.String({
      format: 'uri',
      description: 'The page that shows the result. What follows `#/` is the token; it is in no other answer.',
    }),
  },
  { title: 'CreatedShare' },
)
export type CreatedShare = Static<typeof CreatedShare>

/** The links of a job that are valid, the newest first. */
export const Shares = Type.Object({ shares: Type.Array(Share) }, { title: 'Shares' })
export type Shares = Static<typeof Shares>

/** The result as a link shows it: without the raw response and the cost, under the id of the link. */
export const SharedJob = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the link, in the place of that of the job.' }),
    status: Type.Literal('complete'),
    expiresAt: Timestamp,
    result: Type.Union([ParseResult, CompareResult]),
  },
  { title: 'SharedJob' },
)
export type SharedJob = Static<typeof SharedJob>
