import { forgetJudgements } from '../judging/stored.ts'

/*
 * Deletions that the user has asked for. Each is sent to the service after some seconds, until which it can be undone,
 * also from another view. They are kept in this page alone: if it is closed or reloaded before, nothing is deleted.
 */

/** Long enough to notice a mistake and to reach the button by keyboard. */
export const undoMs = 6000

export type Erasure = { readonly dueAt: number; readonly isSent: boolean }

type Eraser = { readonly eraseJob: (id: string) => Promise<void> }
type Outcome = { readonly error: unknown } | null

let erasures: ReadonlyMap<string, Erasure> = new Map()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const erasureListeners = new Set<() => void>()

const changeErasure = (id: string, erasure: Erasure | null): void => {
  const next = new Map(erasures)
  if (erasure === null) next.delete(id)
  else next.set(id, erasure)
  erasures = next
  for (const listener of erasureListeners) listener()
}

/** Deletes the job later; `onEnd` is called once it has been deleted, or could not be, and not if that was undone. */
export const eraseLater = (client: Eraser, id: string, onEnd: (outcome: Outcome) => void): void => {
  if (erasures.has(id)) return
  const send = async (): Promise<void> => {
    timers.delete(id)
    changeErasure(id, { dueAt: Date.now(), isSent: true })
    try {
      await client.eraseJob(id)
      forgetJudgements(id)
      onEnd(null)
    } catch (error) {
      onEnd({ error })
    }
    changeErasure(id, null)
  }
  changeErasure(id, { dueAt: Date.now() + undoMs, isSent: false })
  timers.set(
    id,
    setTimeout(() => void send(), undoMs),
  )
}

/** Keeps the job, unless its deletion has been sent. */
export const undoErasure = (id: string): void => {
  const timer = timers.get(id)
  if (timer === undefined) return
  clearTimeout(timer)
  timers.delete(id)
  changeErasure(id, null)
}

/** The deletion of a job that is to come or under way; null if there is none. */
export const readErasure = (id: string): Erasure | null => erasures.get(id) ?? null

export const onErasures = (listener: () => void): (() => void) => {
  erasureListeners.add(listener)
  return () => erasureListeners.delete(listener)
}
