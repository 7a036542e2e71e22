/**
 * Which runs may be due, as far as a process knows that looks for them:
 *
 * - `none`: the last look has found all;
 * - `own`: runs of accounts that have some in its slots already, which are behind those of all others;
 * - `any`: runs of any account.
 *
 * A notification, a poll, or the end of an account's last run here raises it; only a look that finds fewer runs than it
 * could take lowers it.
 */
export type Expectation = 'none' | 'own' | 'any'

const ascending: readonly Expectation[] = ['none', 'own', 'any']

/** What may be due where either may be. */
export const mayBeMore = (one: Expectation, other: Expectation): Expectation =>
  ascending.indexOf(one) < ascending.indexOf(other) ? other : one
