import { Type, type Static } from '@polyparse/document/typebox'
import { JobErrorCode, jobStatuses } from './jobs.ts'
import { ProviderId } from './requests.ts'
import { Uuid } from './primitives.ts'

const runStatuses = ['waiting', 'working', 'parsed', 'failed', 'unsupported'] as const

/** The data of the event `status`. */
export const StatusEvent = Type.Object(
  { id: Uuid, status: Type.Enum([...jobStatuses]), errorCode: Type.Optional(JobErrorCode) },
  { title: 'StatusEvent' },
)

/** The data of the event `progress`: how far one provider has come. */
export const ProgressEvent = Type.Object(
  { provider: ProviderId, status: Type.Enum([...runStatuses]) },
  { title: 'ProgressEvent' },
)

export type StatusEvent = Static<typeof StatusEvent>
export type ProgressEvent = Static<typeof ProgressEvent>
