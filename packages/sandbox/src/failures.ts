import { EngineFailure } from '@polyparse/engine'

/** The failures of a process that did not do its work; exceeded limits are in limits.ts. */

export const brokenEngine = (frames: string): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine failed on this document.', { cause: frames })

export const crashed = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine stopped unexpectedly while it read the document.', { cause })

export const notStarted = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine could not be started.', { transient: true, cause })

/** The document is not to blame: the process was gone before it was given it, as one that the system ends for memory. */
export const endedEarly = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine ended before it was given the document.', { transient: true, cause })
