/** Where a room tells what has happened in it, without knowing who hears. */
export type Channel<Message> = {
  /** Never throws: what goes wrong with those who hear is not the teller's business. */
  tell(message: Message): void
  /** Hears everything told in this process from now on, until the returned function is called. */
  hear(hearer: (message: Message) => void): () => void
}

export const createChannel = <Message>(): Channel<Message> => {
  const hearers = new Set<(message: Message) => void>()
  return {
    tell: (message) => {
      for (const hearer of hearers) {
        try {
          hearer(message)
        } catch (error) {
          process.emitWarning(error instanceof Error ? error : new TypeError('a hearer failed', { cause: error }))
        }
      }
    },
    hear: (hearer) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}
