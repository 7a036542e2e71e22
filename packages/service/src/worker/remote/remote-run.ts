import type { Logger } from 'pino'
import type { RemoteProvider } from '@polyparse/providers/port'
import type { Begun } from '../outcomes.ts'

/** A run of a remote provider that is being worked on. */
export type RemoteRun = Begun & { readonly provider: RemoteProvider; readonly logger: Logger }

/** The signals that may stop a step: of the queue, of the end of the job, and of either. */
export type Signals = {
  readonly stopping: AbortSignal
  readonly ending: AbortSignal
  readonly signal: AbortSignal
}
