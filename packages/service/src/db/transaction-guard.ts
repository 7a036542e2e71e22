import { AsyncLocalStorage } from 'node:async_hooks'

/** The outer handle was used inside a transaction of the same database, where it could wait for itself for ever. */
export class OuterHandleInTransactionError extends Error {
  override readonly name = 'OuterHandleInTransactionError'
  constructor() {
    super('inside a transaction only the handle that it was given may be used')
  }
}

/** The handle of a transaction was used after that transaction had ended. */
export class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError'
  constructor() {
    super('this transaction has ended')
  }
}

type Mark = { open: boolean }

type TransactionGuard = {
  /** @throws {OuterHandleInTransactionError} when the work of an open transaction calls it. */
  refuseInside(): void
  /** Runs the work of a transaction; `whileOpen` throws as soon as the work has ended. */
  inside<Result>(work: (whileOpen: () => void) => Promise<Result>): Promise<Result>
  /** Runs code that is called within a transaction by chance, such as a listener of notifications. */
  outside<Result>(work: () => Result): Result
}

/**
 * Knows whether the running code is the work of a transaction, one guard to a database.
 *
 * The mark is an object that is closed with the transaction, not the mere presence of a context: timers and connections
 * created inside inherit the context and outlive the transaction.
 */
export const createTransactionGuard = (): TransactionGuard => {
  const current = new AsyncLocalStorage<Mark | null>()
  return {
    refuseInside: () => {
      if (current.getStore()?.open === true) throw new OuterHandleInTransactionError()
    },
    inside: async (work) => {
      const mark: Mark = { open: true }
      const whileOpen = () => {
        if (!mark.open) throw new TransactionOverError()
      }
      try {
        return await current.run(mark, () => work(whileOpen))
      } finally {
        mark.open = false
      }
    },
    outside: (work) => current.run(null, work),
  }
}
