/** The places at which this process works on messages, and which of them looks when there is a new one. */
export type Slots = {
  add(id: string): void
  /** A message has come to it: the next idle one looks whether there are more. */
  busy(id: string): void
  /** Its message is done with: it looks for another. */
  free(id: string): void
  /** One idle slot looks for messages; that one and no other, so that a message does not make all of them ask. */
  wake(): void
}

export const createSlots = (look: (id: string) => void): Slots => {
  const idle: string[] = []
  const occupied = new Set<string>()

  const wake = () => {
    const next = idle.shift()
    if (next === undefined) return
    idle.push(next)
    look(next)
  }

  return {
    add: (id) => {
      if (!occupied.has(id)) idle.push(id)
    },
    busy: (id) => {
      occupied.add(id)
      const place = idle.indexOf(id)
      if (place >= 0) idle.splice(place, 1)
      wake()
    },
    free: (id) => {
      occupied.delete(id)
      idle.push(id)
      look(id)
    },
    wake,
  }
}
