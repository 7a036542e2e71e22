import type { Operation } from '@polyparse/contract'
import type { Queue } from '../queue/queue.ts'

/** The state of a lane while this process creates jobs in it. */
type Lane = {
  /** Settles when the previous insertion has got its turn. */
  last: Promise<unknown>
  /** The turns of creations that may not have committed yet. */
  readonly uncommitted: Set<number>
  users: number
}

const lanesOf = new WeakMap<Pick<Queue, 'enqueue'>, Map<string, Lane>>()

/**
 * Gives consecutive turns to concurrent creations in one lane, although none of them sees the others in the tables
 * before they commit. They insert one after the other and know the highest uncommitted turn; the rest of their
 * transactions overlaps. Creations in several processes may share a turn, as many as there are processes.
 */
export const inLane = async <Result>(
  queue: Pick<Queue, 'enqueue'>,
  { accountId, operation }: { readonly accountId: string; readonly operation: Operation },
  create: (
    insert: <Row extends { first_turn: number }>(work: (after: number) => Promise<Row | null>) => Promise<Row | null>,
  ) => Promise<Result>,
): Promise<Result> => {
  const name = `${accountId} ${operation}`
  const lanes = lanesOf.get(queue) ?? new Map<string, Lane>()
  lanesOf.set(queue, lanes)
  const lane = lanes.get(name) ?? { last: Promise.resolve(), uncommitted: new Set(), users: 0 }
  lanes.set(name, lane)
  lane.users += 1
  let own: number | null = null
  try {
    return await create((work) => {
      const inserted = lane.last.then(async () => {
        const row = await work(Math.max(0, ...lane.uncommitted))
        if (row !== null) {
          own = row.first_turn
          lane.uncommitted.add(own)
        }
        return row
      })
      lane.last = inserted.catch(() => {})
      return inserted
    })
  } finally {
    if (own !== null) lane.uncommitted.delete(own)
    lane.users -= 1
    if (lane.users === 0) lanes.delete(name)
  }
}
