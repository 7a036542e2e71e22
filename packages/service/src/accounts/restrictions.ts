import { type Scope, scopes } from '@polyparse/contract'

/** The restrictions of a key. */
export type KeyRestrictions = {
  /** The uses that the key allows; null: all, also those that later versions add. */
  readonly scopes: readonly Scope[] | null
  /** null: as many as the service allows every key. */
  readonly requestsPerMinute: number | null
  /** The pages that are read for its jobs in a day (UTC); null: any number. */
  readonly pagesPerDay: number | null
}

export const unrestricted: KeyRestrictions = { scopes: null, requestsPerMinute: null, pagesPerDay: null }

/**
 * @example allows({ scopes: ['jobs:read'] }, 'jobs:write') // false
 */
export const allows = (key: KeyRestrictions, scope: Scope): boolean => key.scopes?.includes(scope) ?? true

export const restrictionColumns = 'scopes, requests_per_minute, pages_per_day'

export type RestrictionRow = {
  scopes: string[] | null
  requests_per_minute: number | null
  pages_per_day: number | null
}

/** A scope that only a newer version knows allows nothing here. */
export const toRestrictions = (row: RestrictionRow): KeyRestrictions => ({
  scopes: row.scopes === null ? null : scopes.filter((scope) => row.scopes?.includes(scope)),
  requestsPerMinute: row.requests_per_minute,
  pagesPerDay: row.pages_per_day,
})
