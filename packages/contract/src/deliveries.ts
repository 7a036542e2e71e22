import { OutputId } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { Timestamp } from './primitives.ts'

/** The progress of the delivery of a job's result to one URL. */
export const DeliveryReport = Type.Object(
  {
    output: Type.Optional(OutputId),
    status: Type.Enum(['due', 'delivered', 'given_up']),
    attempts: Type.Integer({ minimum: 0 }),
    deliveredAt: Type.Optional(Timestamp),
    nextAttemptAt: Type.Optional(Timestamp),
    failure: Type.Optional(Type.String({ description: 'The reason why the last attempt failed.' })),
  },
  { title: 'DeliveryReport', description: 'The delivery of an `output`, or where that is absent, of the whole job.' },
)
export type DeliveryReport = Static<typeof DeliveryReport>

/** The deliveries of the last end of a job; none before it is complete. */
export const DeliveryReports = Type.Object({ deliveries: Type.Array(DeliveryReport) }, { title: 'DeliveryReports' })
export type DeliveryReports = Static<typeof DeliveryReports>
