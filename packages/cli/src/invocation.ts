import type { Readable, Writable } from 'node:stream'

/**
 * The parts of its process that a command gets. Only the working directory, from which the system resolves paths, is
 * the process's own.
 */
export type Invocation = {
  readonly environment: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  /** Gets the result, and nothing else. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** Tells of the signals that the process receives, which end it while nobody listens. */
  readonly signals: Record<'on' | 'off', (name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void) => unknown>
  /** Ends the process without waiting for the command. */
  exit(code: number): void
}
