/** Why an engine process ended: it was due for replacement, its document was no longer needed, or it failed. */
export type ProcessEnd = 'replaced' | 'cancelled' | 'crashed' | 'out_of_memory' | 'timeout' | 'other'

/** Called as engine processes come and go, for metrics. A callback must not throw. */
export type SandboxObserver = {
  /** A process is ready: its engines are loaded. */
  processStarted(): void
  /** A process that was ready is gone. */
  processEnded(reason: ProcessEnd): void
  /** A process did not get ready. */
  processNotStarted(): void
}

/** Serves those who want no metrics. */
export const noObserver: SandboxObserver = {
  processStarted: () => {},
  processEnded: () => {},
  processNotStarted: () => {},
}
