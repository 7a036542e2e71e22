import type { Operation } from '@polyparse/contract'
import type { Transaction } from '../db/database.ts'

/*
 * Waiting runs start in the order of their turns, whichever account created them, on whichever machine.
 *
 * A new job comes after those that its account has waiting already, and never before the current turn. So when an
 * account has ten thousand jobs waiting, the first job of another account comes next, and then the two take turns. No
 * job waits for ever, because each turn is overtaken by finitely many. An account has two lanes, its parses and its
 * compares, so a parse is not behind the many runs of compares. A run that costs more moves its lane on further, so
 * that waiting accounts share the work and not the number of jobs: the cheap jobs of one account go before most of the
 * expensive ones of another.
 *
 * The clock of this order is the lowest waiting turn. It starts again from zero when nothing waits. A run that was
 * begun before, and waits to continue, has no turn: it goes before all that have one.
 */

/** How far a run moves its lane on: twice as far for a compare as for a parse, and further for a large document. */
export const costOfRun = (operation: Operation, sourceBytes: number | null): number =>
  (operation === 'parse' ? 1 : 2) + Math.floor((sourceBytes ?? 0) / bytesPerTurn)

const bytesPerTurn = 10 * 1024 ** 2

/** The maximum of the column: an order that lasts this long without a pause ends in the order of arrival. */
export const lastTurn = 2 ** 31 - 1

/**
 * Gives the runs of a compare that have waited for its source their turns, from now on and in this order. The lane
 * already moved on by all of them when the job was created.
 */
export const takeTurns = async (transaction: Transaction, runIds: readonly string[], cost: number): Promise<void> => {
  await transaction.query(
    `update runs set turn = least(coalesce(clock.turn, 0)::bigint + run.position * $2, ${lastTurn})
     from unnest($1::uuid[]) with ordinality as run (id, position),
       (select min(turn) as turn from runs where attempt = 0 and status = 'waiting' and turn is not null) as clock
     where runs.id = run.id`,
    [runIds, cost],
  )
}
