/** Typed events of this process: a room emits them without knowing who listens. */
export type Channel<Event> = {
  /** Never throws: a listener that fails becomes a warning of the process. */
  emit(event: Event): void
  /** Calls the listener with every event emitted from now on, until the returned function is called. */
  on(listener: (event: Event) => void): () => void
}

export const createChannel = <Event>(): Channel<Event> => {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit: (event) => {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          process.emitWarning(error instanceof Error ? error : new TypeError('a listener failed', { cause: error }))
        }
      }
    },
    on: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
