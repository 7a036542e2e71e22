/** Why an engine process ended: it was due for replacement, its document was no longer needed, or it failed. */
export type ProcessEnd = 'replaced' | 'cancelled' | 'crashed' | 'out_of_memory' | 'timeout' | 'other'

/** Called as engine processes come and go, for metrics. A callback must not throw. */
export type SandboxObserver = {
  processStarted(): void
  processEnded(reason: ProcessEnd): void
  processNotStarted(): void
}

export const noObserver: SandboxObserver = {
  processStarted: () => {},
  processEnded: () => {},
  processNotStarted: () => {},
}
