/** A fixed number of things, each used by one caller at a time and handed out in order of arrival. */
export type Turns<Thing> = {
  /**
   * If several are free, the first one that has the first of the preferred properties that any has. Rejects with the
   * signal's reason when it is aborted before a thing is free, and with the closing error after `close`.
   */
  take(signal: AbortSignal, preferred?: readonly ((thing: Thing) => boolean)[]): Promise<Thing>
  giveBack(thing: Thing): void
  close(error: Error): void
}

type Waiter<Thing> = { readonly resolve: (thing: Thing) => void; readonly reject: (error: unknown) => void }

export const createTurns = <Thing>(things: readonly Thing[]): Turns<Thing> => {
  const free = [...things]
  const waiting = new Set<Waiter<Thing>>()
  let closedWith: Error | null = null

  const take: Turns<Thing>['take'] = (signal, preferred = []) => {
    if (closedWith !== null) return Promise.reject(closedWith)
    if (signal.aborted) return Promise.reject(signal.reason)
    const index = preferred.map((has) => free.findIndex(has)).find((found) => found >= 0) ?? 0
    const [thing] = free.splice(index, 1)
    return thing === undefined ? wait(signal) : Promise.resolve(thing)
  }

  const wait = (signal: AbortSignal): Promise<Thing> => {
    const { promise, resolve, reject } = Promise.withResolvers<Thing>()
    const waiter = { resolve, reject }
    const leave = (): void => {
      waiting.delete(waiter)
      reject(signal.reason)
    }
    waiting.add(waiter)
    signal.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  const giveBack = (thing: Thing): void => {
    const [next] = waiting
    if (next === undefined) {
      // The one that was used last is the warmest.
      free.unshift(thing)
      return
    }
    waiting.delete(next)
    next.resolve(thing)
  }

  const close = (error: Error): void => {
    closedWith = error
    for (const waiter of waiting) waiter.reject(error)
    waiting.clear()
  }

  return { take, giveBack, close }
}
