import { Type, type Static } from '@polyparse/document/typebox'
import { JobErrorCodeSchema, jobStatuses } from './jobs.ts'
import { RunProgress, runStates } from './progress.ts'
import { ProviderId, Uuid } from './primitives.ts'

/** The data of the event `status`. */
export const StatusEvent = Type.Object(
  { id: Uuid, status: Type.Enum([...jobStatuses]), errorCode: Type.Optional(JobErrorCodeSchema) },
  { title: 'StatusEvent' },
)

/** The data of the event `progress`. */
export const ProgressEvent = Type.Object(
  { ...RunProgress.properties, status: Type.Enum([...runStates], { description: 'The same as `state`.' }) },
  { title: 'ProgressEvent' },
)

/** The data of the event `page`. */
export const PageEvent = Type.Object(
  {
    id: Uuid,
    provider: ProviderId,
    page: Type.Integer({ minimum: 1, description: 'Its number, from 1. It can be read, and is provisional.' }),
  },
  { title: 'PageEvent' },
)

export type PageEvent = Static<typeof PageEvent>
export type StatusEvent = Static<typeof StatusEvent>
export type ProgressEvent = Static<typeof ProgressEvent>
