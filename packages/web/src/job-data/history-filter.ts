import { type JobStatus, jobStatuses } from '@polyparse/contract'
import type { JobFilter } from '../api/jobs-query.ts'

/** The times of which jobs can be listed, and how long ago they began. */
export const periods = [
  { id: 'hour', ms: 3_600_000 },
  { id: 'day', ms: 86_400_000 },
  { id: 'week', ms: 7 * 86_400_000 },
] as const
export type Period = (typeof periods)[number]['id']

/** The filter of the history, as its address has it. */
export type HistoryFilter = {
  readonly status: JobStatus | null
  readonly provider: string | null
  readonly period: Period | null
  /** Part of the name; empty for any. */
  readonly name: string
  readonly label: { readonly key: string; readonly value: string } | null
}

type HistoryQuery = Readonly<Record<string, string>>

/** Values that are not known are left out. */
export const readFilter = (query: HistoryQuery): HistoryFilter => ({
  status: jobStatuses.find((each) => each === query['status']) ?? null,
  provider: query['provider'] ?? null,
  period: periods.find(({ id }) => id === query['period'])?.id ?? null,
  name: query['name'] ?? '',
  label: readLabel(query['label'] ?? ''),
})

/**
 * Parses `case=a=b` to the key `case` and the value `a=b`; null for text that is no label.
 * @example readLabel('case=a=b') // { key: 'case', value: 'a=b' }
 */
export const readLabel = (text: string): HistoryFilter['label'] => {
  const [, key, value] = /^\s*([^=]*[^=\s])\s*=\s*(.*?)\s*$/s.exec(text) ?? []
  return key === undefined || value === undefined || value === '' ? null : { key, value }
}

/**
 * @example writeLabel({ key: 'case', value: '7' }) // 'case=7'
 */
export const writeLabel = ({ key, value }: NonNullable<HistoryFilter['label']>): string => `${key}=${value}`

/** The query of the address; the opposite of {@link readFilter}. */
export const writeFilter = ({
  status,
  provider,
  period,
  name,
  label,
}: HistoryFilter): Record<string, string | null> => ({
  status,
  provider,
  period,
  name: name === '' ? null : name,
  label: label === null ? null : writeLabel(label),
})

/**
 * @example isFiltered({ status: null, provider: null, period: null, name: '', label: null }) // false
 */
export const isFiltered = (filter: HistoryFilter): boolean =>
  Object.values(writeFilter(filter)).some((value) => value !== null)

export const toJobFilter = ({ status, provider, period, name, label }: HistoryFilter, now: number): JobFilter => {
  const since = periods.find(({ id }) => id === period)
  const words = name.trim()
  return {
    ...(status !== null && { status }),
    ...(provider !== null && { provider }),
    ...(words !== '' && { name: words }),
    ...(since !== undefined && { createdAfter: new Date(now - since.ms) }),
    ...(label !== null && { labels: { [label.key]: label.value } }),
  }
}
