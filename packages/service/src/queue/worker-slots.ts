/** The worker slots of this process, each for one message, and which of them looks for a new message. */
export type WorkerSlots = {
  add(id: string): void
  /** The slot has a message to work on. The next idle one looks for more. */
  acquire(id: string): void
  /** The slot is done with its message and looks for another. */
  release(id: string): void
  /** One idle slot looks for messages. Only one, so that a single message does not make all of them query. */
  wake(): void
}

export const createWorkerSlots = (look: (id: string) => void): WorkerSlots => {
  const idle: string[] = []
  const acquired = new Set<string>()

  const wake = () => {
    const next = idle.shift()
    if (next === undefined) return
    idle.push(next)
    look(next)
  }

  return {
    add: (id) => {
      if (!acquired.has(id)) idle.push(id)
    },
    acquire: (id) => {
      acquired.add(id)
      const index = idle.indexOf(id)
      if (index >= 0) idle.splice(index, 1)
      wake()
    },
    release: (id) => {
      acquired.delete(id)
      idle.push(id)
      look(id)
    },
    wake,
  }
}
