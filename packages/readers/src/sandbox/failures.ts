import { EngineFailure } from '../engine-failure.ts'

/** What is said of a process that did not do its work; limits that it has broken are said elsewhere. */

export const broken = (frames: string): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine failed on this document.', { cause: frames })

export const crashed = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine stopped unexpectedly while it read the document.', { cause })

export const notStarted = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine could not be started.', { transient: true, cause })
