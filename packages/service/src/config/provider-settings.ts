import { converterKinds } from '@polyparse/providers/composition'
import { address, choice, integerSetting, textSetting, type SettingTable } from '@polyparse/providers/settings'

/** Parses `id=value` pairs. Returns null when the list is malformed or an id occurs twice. */
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

const parsePositiveCount = (written: string): number | null => (/^[1-9]\d{0,5}$/.test(written) ? Number(written) : null)

/** The choice for all vendors, or by the id of each. */
export type WhenUnknown = {
  readonly forAll: 'fail' | 'retry' | null
  readonly byProvider: ReadonlyMap<string, 'fail' | 'retry'>
}

const failOrRetry = (written: string): 'fail' | 'retry' | null =>
  written === 'fail' || written === 'retry' ? written : null

const parseDollarAmount = (written: string): number | null =>
  /^\d{1,7}(?:\.\d{1,6})?$/.test(written) ? Number(written) : null

/** The settings that are common to all providers. */
export const providerSettings = {
  providers: {
    variable: 'POLYPARSE_PROVIDERS',
    allowed:
      'pairs of a provider and an adapter or `off`, as in `provider-a=llamaparse,provider-b=off`, separated by commas',
    parse: (value: string) => pairs(value, adapterId),
    default: '',
    absent: new Map<string, string>(),
    help: 'Binds provider ids to adapters; `off` disables an id (providers/settings.md). Change it only while no job is running.',
  },
  defaultProvider: {
    variable: 'POLYPARSE_DEFAULT_PROVIDER',
    ...textSetting,
    default: 'auto',
    help: 'The provider of a `parse` job that names none. Must be an enabled provider of the catalog.',
  },
  autoEscalate: {
    variable: 'POLYPARSE_AUTO_ESCALATE',
    ...textSetting,
    default: '',
    help: 'The provider that also reads pages of which `auto` is not sure, for jobs that name none (`providerOptions.auto.escalate`); any enabled one but `auto`. Set it once all workers have this version. None by default.',
  },
  providerLimits: {
    variable: 'POLYPARSE_PROVIDER_LIMITS',
    allowed: 'pairs of a provider and a number from 1, as in `provider-b=4`, separated by commas',
    parse: (value: string) => pairs(value, parsePositiveCount),
    default: '',
    absent: new Map<string, number>(),
    help: 'The number of runs that a provider works on at once, over all workers. By default, vendors have their own limits and local providers have none.',
  },
  paidPagesPerDay: {
    variable: 'POLYPARSE_PAID_PAGES_PER_DAY',
    ...integerSetting(1, 1_000_000_000),
    default: '',
    help: 'The pages that one account may send to vendors that charge in a day (UTC). More fail as `spending_limit` before the vendor is asked. Unlimited by default.',
  },
  paidCostPerJob: {
    variable: 'POLYPARSE_PAID_COST_PER_JOB',
    allowed: 'an amount in US dollars, as in `2.50`',
    parse: parseDollarAmount,
    default: '',
    help: 'The cost of one job at vendors, by the known prices per page. More fails as `spending_limit` before the vendor is asked. Unlimited by default.',
  },
  providerPrices: {
    variable: 'POLYPARSE_PROVIDER_PRICES',
    allowed: 'pairs of a provider and US dollars per page, as in `llamaparse=0.0125`, separated by commas',
    parse: (value: string) => pairs(value, parseDollarAmount),
    default: '',
    absent: new Map<string, number>(),
    help: 'Your prices per page, for both spending limits. By default, their list prices; with 0, nothing is counted.',
  },
  providerDeadlines: {
    variable: 'POLYPARSE_PROVIDER_DEADLINES',
    allowed: 'pairs of a vendor and seconds, as in `docling-serve=600`, separated by commas',
    parse: (value: string) => pairs(value, parsePositiveCount),
    default: '',
    absent: new Map<string, number>(),
    help: 'The time of a vendor for a document, from the submit to the result; after that the run fails as `timeout`. By default, vendors have their own limits, most of them hours.',
  },
  converterUrl: {
    variable: 'POLYPARSE_CONVERTER_URL',
    ...address('http:', 'https:'),
    default: '',
    help: 'The base URL of a Gotenberg or Tika server of yours. It converts types that nothing reads here (formats.md); by default they are refused. It may have a private address.',
  },
  converterKind: {
    variable: 'POLYPARSE_CONVERTER_KIND',
    ...choice(...converterKinds),
    default: 'gotenberg',
    help: 'The kind of that server.',
  },
  plugins: {
    variable: 'POLYPARSE_PLUGINS',
    allowed: 'modules, separated by commas, as in `./my-provider.js,@acme/provider`',
    parse: (value: string): readonly string[] | null => {
      const modules = value.split(',').map((one) => one.trim())
      return modules.every((one) => one !== '') ? [...new Set(modules)] : null
    },
    default: '',
    absent: [] as readonly string[],
    help: 'Providers of others: paths relative to the working directory, or packages that are installed there (adding-a-provider.md). They run with all rights of the service.',
  },
  httpProviders: {
    variable: 'POLYPARSE_HTTP_PROVIDERS',
    allowed: 'a file',
    parse: (value: string): string => value,
    default: '',
    help: 'A JSON file that describes parsers behind HTTP (adding-a-provider.md).',
  },
  whenUnknown: {
    variable: 'POLYPARSE_WHEN_UNKNOWN',
    allowed: '`fail` or `retry`, or pairs of a vendor and one of them, as in `datalab=retry,reducto=fail`',
    parse: (value: string): WhenUnknown | null => {
      const forAll = failOrRetry(value)
      if (forAll !== null) return { forAll, byProvider: new Map() }
      const byProvider = pairs(value, failOrRetry)
      return byProvider === null ? null : { forAll: null, byProvider }
    },
    default: '',
    help: 'Decides about a run if a vendor may or may not have accepted the document: it fails, or the vendor is asked again and may charge twice. Without it, only `docling-serve`, `marker`, `mineru`, `paddlex`, `tika`, `vision`, `anthropic`, `gemini` and `google-document-ai`, which charge nothing for that, are asked again.',
  },
} as const satisfies SettingTable
