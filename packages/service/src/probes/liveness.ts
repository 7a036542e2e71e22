import type { Database } from '../db/database.ts'

/** The reason to restart this process, as a sentence; null while it works. */
export type Liveness = () => string | null

/**
 * Longer than any statement, connection or wait for one may take: the database's own limits end each of them within 35
 * seconds. An outage of the database ends them with an error, and a restart would not help against that.
 */
const stuckAfterMs = 60_000

/**
 * Looks without progress that are allowed. They are counted instead of time, in which the process may have been asleep.
 */
const maxLooksWithoutProgress = 12

/**
 * The same database, watched: the process is stuck when for a minute no statement has ended, neither well nor badly,
 * although some were asked. The returned function ends that.
 */
export const watchLiveness = (
  database: Database,
  { afterMs = stuckAfterMs }: { readonly afterMs?: number } = {},
): { readonly database: Database; readonly liveness: Liveness; readonly stop: () => void } => {
  let pending = 0
  let ended = 0
  let endedBefore = 0
  let looksWithout = 0
  const look = (): void => {
    looksWithout = pending > 0 && ended === endedBefore ? looksWithout + 1 : 0
    endedBefore = ended
  }
  const timer = setInterval(look, afterMs / maxLooksWithoutProgress)
  timer.unref()

  /** Something that the database has to do; the returned function says that it is over, however it went. */
  const begin = (): (() => void) => {
    pending += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      pending -= 1
      ended += 1
    }
  }
  const watched = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const end = begin()
    try {
      return await work()
    } finally {
      end()
    }
  }
  /** The caller's work inside a transaction may take its time; its beginning and its end may not. */
  const transaction: Database['transaction'] = async (work, options) => {
    const endBegin = begin()
    let endCommit = (): void => {}
    try {
      return await database.transaction(async (inner) => {
        endBegin()
        try {
          return await work({
            ...inner,
            query: (text, parameters) => watched(() => inner.query(text, parameters)),
            script: (text) => watched(() => inner.script(text)),
          })
        } finally {
          endCommit = begin()
        }
      }, options)
    } finally {
      endBegin()
      endCommit()
    }
  }
  return {
    database: {
      ...database,
      query: (text, parameters) => watched(() => database.query(text, parameters)),
      transaction,
    },
    liveness: () =>
      looksWithout < maxLooksWithoutProgress
        ? null
        : `No statement has ended for ${Math.round(afterMs / 1000)} s, although ${pending} wait.`,
    stop: () => clearInterval(timer),
  }
}
