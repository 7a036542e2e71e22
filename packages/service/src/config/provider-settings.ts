import { choice, integer, text, type SettingTable } from '../lib/setting.ts'

/** From provider ids to what stands behind each `=`; null when it is not written so, or an id is there twice. */
const pairs = <Value>(list: string, valueOf: (written: string) => Value | null): ReadonlyMap<string, Value> | null => {
  const values = new Map<string, Value>()
  for (const pair of list.split(',')) {
    const [, id, written] = /^\s*([a-z0-9]+(?:-[a-z0-9]+)*)\s*=\s*(\S+)\s*$/.exec(pair) ?? []
    const value = written === undefined ? null : valueOf(written)
    if (id === undefined || id.length > 100 || value === null || values.has(id)) return null
    values.set(id, value)
  }
  return values
}

const adapterId = (written: string): string | null => (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(written) ? written : null)

const count = (written: string): number | null => (/^[1-9]\d{0,5}$/.test(written) ? Number(written) : null)

const dollars = (written: string): number | null => (/^\d{1,7}(?:\.\d{1,6})?$/.test(written) ? Number(written) : null)

/** The settings that are common to all providers. */
export const providerSettings = {
  providers: {
    variable: 'POLYPARSE_PROVIDERS',
    allowed:
      'pairs of a provider and what is behind it, as in `provider-a=llamaparse,provider-b=off`, separated by commas',
    parse: (value: string) => pairs(value, adapterId),
    default: '',
    absent: new Map<string, string>(),
    help: 'Which adapter answers under which id. An adapter that is bound to other ids is no longer offered under its own, unless that is bound to it as well (`llamaparse=llamaparse`). `off` disables an id. Set it alike everywhere, and change it when no job is under way.',
  },
  defaultProvider: {
    variable: 'POLYPARSE_DEFAULT_PROVIDER',
    ...text,
    default: 'provider-a',
    help: 'The provider of a `parse` job that names none. Must be an enabled provider of the catalog.',
  },
  providerLimits: {
    variable: 'POLYPARSE_PROVIDER_LIMITS',
    allowed: 'pairs of a provider and a number from 1, as in `provider-b=4`, separated by commas',
    parse: (value: string) => pairs(value, count),
    default: '',
    absent: new Map<string, number>(),
    help: 'On how many runs a provider may be at work at once, over all workers. Set it alike everywhere. Without it, a provider that is asked over the network has its own limit, the others have none.',
  },
  paidPagesPerDay: {
    variable: 'POLYPARSE_PAID_PAGES_PER_DAY',
    ...integer(1, 1_000_000_000),
    default: '',
    help: 'How many pages a day (UTC) vendors who charge may read for one account; what goes beyond fails as `spending_limit` before the vendor is asked. Set it alike everywhere. Without it, any number.',
  },
  paidCostPerJob: {
    variable: 'POLYPARSE_PAID_COST_PER_JOB',
    allowed: 'an amount in US dollars, as in `2.50`',
    parse: dollars,
    default: '',
    help: 'What one job may cost at vendors, by the prices of pages that are known; what goes beyond fails as `spending_limit` before the vendor is asked. Set it alike everywhere. Without it, any amount.',
  },
  providerPrices: {
    variable: 'POLYPARSE_PROVIDER_PRICES',
    allowed: 'pairs of a provider and US dollars a page, as in `llamaparse=0.0125`, separated by commas',
    parse: (value: string) => pairs(value, dollars),
    default: '',
    absent: new Map<string, number>(),
    help: 'What vendors charge you for a page, for both ceilings. Without it, what their lists say; with 0, nothing is counted.',
  },
  whenUnknown: {
    variable: 'POLYPARSE_WHEN_UNKNOWN',
    ...choice('fail', 'retry'),
    default: '',
    help: 'What to do when it is unknown whether a vendor has accepted a document: the run fails, or the vendor is asked again and may charge twice. Without it, only `docling-serve`, which charges nothing, is asked again.',
  },
} as const satisfies SettingTable
