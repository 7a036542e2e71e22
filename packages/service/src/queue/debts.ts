/*
 * Slots are shared by time, and not by the number of runs: a small document may take minutes. What a run needs is known
 * when it has ended, so its account then owes the time, and its next runs come after those of accounts that owe less.
 */

/** An account that owes less is like one that owes nothing: its turns decide. */
const leastSeconds = 1

/** However much an account has used while there was nothing else to do, it does not wait for long on account of that. */
const mostSeconds = 120

export type Debts = {
  /** A run of the account has had a slot for so long. */
  charge(accountId: string, seconds: number): void
  /**
   * Which accounts to leave out when looking for runs, and then in the next looks, if runs are still wanted: first all
   * that owe time now, then the half that owes most, then half of these, and at last none.
   */
  leftOut(): string[][]
}

/** All debts shrink while slots work: by as many seconds each second as there are slots. */
export const createDebts = (slots: number, now: () => number = () => performance.now() / 1000): Debts => {
  /** When each account will owe nothing, if it uses no more. */
  const paidOffAt = new Map<string, number>()
  const owed = (accountId: string, time: number): number => Math.max(0, (paidOffAt.get(accountId) ?? 0) - time) * slots

  return {
    charge: (accountId, seconds) => {
      const time = now()
      for (const [account, at] of paidOffAt) if (at <= time) paidOffAt.delete(account)
      paidOffAt.set(accountId, time + Math.min(mostSeconds, owed(accountId, time) + seconds) / slots)
    },
    leftOut: () => {
      const time = now()
      const owing = [...paidOffAt.keys()]
        .filter((account) => owed(account, time) >= leastSeconds)
        .toSorted((one, other) => owed(other, time) - owed(one, time))
      const looks = [owing]
      for (let last = owing; last.length > 0; looks.push(last)) last = last.slice(0, Math.floor(last.length / 2))
      return looks
    },
  }
}
