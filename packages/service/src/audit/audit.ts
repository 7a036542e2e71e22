import { randomUUIDv7 } from 'node:crypto'
import type { AuditAction, AuditEntry, AuditOutcome } from '@polyparse/contract/audit'
import { type Database, type Queryable } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import type { Clock } from '../lib/clock.ts'

/*
 * The audit log. An entry is written before something is done, with an outcome that is not known: what cannot be recorded
 * is not done, and what a process was doing when it died is there. The outcome follows.
 */

export type AuditParts = { readonly database: Database; readonly clock: Clock }

export type AuditActor = {
  readonly kind: AuditEntry['actor']
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly requestId: string | null
}

/** An action, in words that hold no secret. */
export type AuditedAct = {
  readonly action: AuditAction
  /** Its name; null: that of the target. */
  readonly account: string | null
  /** The id of what it is done to; null where that is not known before, or where there is none. */
  readonly target: string | null
  readonly details?: AuditEntry['details']
}

/** The outcome of an action, with the id of the thing that it has made. */
export type AuditResult = { readonly outcome: AuditOutcome; readonly target?: string }

/** Longer texts, which a caller may send, are cut. */
const maxTextLength = 200

const storable = (text: string | null): string | null =>
  text?.slice(0, maxTextLength).toWellFormed().replaceAll('\u0000', '\u{fffd}') ?? null

/** Does something under the eyes of the log. `isRefusal`: whether an error says that it was not allowed or possible. */
export const audited = async <Result>(
  { database, clock }: AuditParts,
  actor: AuditActor,
  act: AuditedAct,
  work: () => Promise<Result>,
  {
    resultOf,
    isRefusal,
  }: { readonly resultOf: (result: Result) => AuditResult; readonly isRefusal: (error: unknown) => boolean },
): Promise<Result> => {
  const id = await beginEntry(database, actor, act, clock())
  try {
    const result = await work()
    await completeEntry(database, id, resultOf(result))
    return result
  } catch (error) {
    await completeEntry(database, id, { outcome: isRefusal(error) ? 'refused' : 'failed' })
    throw error
  }
}

const beginEntry = async (database: Queryable, actor: AuditActor, act: AuditedAct, now: Date): Promise<string> => {
  const id = randomUUIDv7()
  const details = Object.fromEntries(
    Object.entries(act.details ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value) : value,
    ]),
  )
  const target = act.target !== null && isUuid(act.target) ? act.target : null
  await database.query(
    `insert into audit_entries
       (id, at, action, actor, actor_id, actor_name, address, request_id, account, target, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce(
       $9,
       (select accounts.name from accounts join keys on keys.account_id = accounts.id where keys.id = $12::uuid),
       (select accounts.name from accounts join jobs on jobs.account_id = accounts.id where jobs.id = $12::uuid),
       (select accounts.name from accounts join sessions on sessions.account_id = accounts.id
        where sessions.id = $12::uuid)
     ), $10, $11)`,
    [
      id,
      now,
      act.action,
      actor.kind,
      actor.id,
      storable(actor.name),
      storable(actor.address),
      storable(actor.requestId),
      storable(act.account),
      storable(act.target),
      details,
      target,
    ],
  )
  return id
}

/** If that fails, what was done stays done, and its outcome is not known to the log, which says so. */
const completeEntry = async (database: Queryable, id: string, { outcome, target }: AuditResult): Promise<void> => {
  await database
    .query('update audit_entries set outcome = $2, target = coalesce($3, target) where id = $1', [
      id,
      outcome,
      target ?? null,
    ])
    .catch(() => {})
}

export type AuditFilter = {
  readonly account?: string
  readonly action?: AuditAction
  readonly target?: string
  readonly since?: Date
  readonly until?: Date
}

type AuditPage = { readonly entries: readonly StoredAuditEntry[]; readonly nextCursor: string | null }
export type StoredAuditEntry = Omit<AuditEntry, 'at'> & { readonly at: Date }

/** Newest first. The cursor is the id of the last entry of the page before. */
export const listAuditEntries = async (
  database: Queryable,
  filter: AuditFilter,
  { limit, cursor = null }: { readonly limit: number; readonly cursor?: string | null | undefined },
): Promise<AuditPage> => {
  const rows = await database.query<StoredAuditEntry>(
    `select id, at, action, outcome, actor, actor_id as "actorId", actor_name as "actorName", address,
       request_id as "requestId", account, target, details
     from audit_entries
     where ($1::uuid is null or id < $1) and ($2::text is null or account = $2) and ($3::text is null or action = $3)
       and ($4::text is null or target = $4) and ($5::timestamptz is null or at >= $5)
       and ($6::timestamptz is null or at < $6)
     order by id desc limit $7`,
    [
      cursor,
      filter.account?.normalize('NFC') ?? null,
      filter.action ?? null,
      filter.target ?? null,
      filter.since ?? null,
      filter.until ?? null,
      limit + 1,
    ],
  )
  const entries = rows.slice(0, limit)
  return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

/** Removes at most `limit` entries from before that time; resolves to how many. */
export const purgeAuditEntries = async (database: Queryable, before: Date, limit: number): Promise<number> => {
  const rows = await database.query(
    `delete from audit_entries where id in (select id from audit_entries where at < $1 order by at limit $2) returning id`,
    [before, limit],
  )
  return rows.length
}
