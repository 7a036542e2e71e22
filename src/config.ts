import { resolve } from 'node:path'
import { parseAddressPolicy, type AddressPolicy } from './lib/addresses.ts'

/** Every setting of the service, all from the environment, read once and checked together before anything starts. */
export type Settings = {
  readonly port: number
  readonly host: string
  /** Absent: the embedded database in the data directory. */
  readonly databaseUrl: string | null
  readonly dataDirectory: string
  /** Without a trailing slash; absent: made of the port listened on. */
  readonly baseUrl: string | null
  readonly defaultProvider: string
  readonly maxUploadBytes: number
  readonly addressPolicy: AddressPolicy
  /** Absent: made at the first start and kept in the data directory. */
  readonly adminToken: string | null
  readonly resultRetentionSeconds: number
  readonly jobRetentionSeconds: number
  readonly workerConcurrency: number
  readonly maxPages: number
  readonly documentSeconds: number
  readonly documentCpuSeconds: number
  readonly pageSeconds: number
  readonly documentMemoryMebibytes: number
  readonly documentsPerProcess: number
  readonly nativeConfinement: NativeConfinement
  readonly minFreeBytes: number
  readonly logLevel: LogLevel
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const nativeConfinements = ['auto', 'required', 'off'] as const
export type NativeConfinement = (typeof nativeConfinements)[number]

/** One mistake in the environment: the variable and what it allows. */
export type SettingMistake = { readonly variable: string; readonly message: string }

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly mistakes: readonly SettingMistake[]

  constructor(mistakes: readonly SettingMistake[]) {
    super(mistakes.map(({ variable, message }) => `${variable} ${message}`).join('\n'))
    this.mistakes = mistakes
  }
}

type Setting<Value> = {
  readonly variable: string
  /** What it takes, in words. */
  readonly allowed: string
  /** As it would stand in the environment; '' where there is none. */
  readonly default: string
  readonly help: string
  /** The value of the text, or null when the text is not allowed. */
  readonly parse: (text: string) => Value | null
}

const integer = (minimum: number, maximum: number) => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  parse: (text: string): number | null => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= minimum && value <= maximum ? value : null
  },
})

const text = { allowed: 'any text', parse: (value: string): string => value }

const address = (...protocols: readonly string[]) => ({
  allowed: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  parse: (value: string): string | null =>
    protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : null,
})

const year = 366 * 24 * 3600

/** The settings as a table: it validates them, and docs/configuration.md is made from it. */
export const settings = {
  port: { variable: 'PORT', ...integer(0, 65535), default: '3000', help: 'The port to listen on; 0 takes a free one.' },
  host: {
    variable: 'HOST',
    ...text,
    default: '127.0.0.1',
    help: 'The address to listen on. `0.0.0.0` or `::` makes the service reachable from other machines.',
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    ...address('postgres:', 'postgresql:'),
    default: '',
    help: 'A PostgreSQL database. Without it the service keeps its own embedded database in the data directory.',
  },
  dataDirectory: {
    variable: 'POLYPARSE_DATA_DIR',
    ...text,
    default: './data',
    help: 'Where the embedded database, documents in work, results and the admin token are kept.',
  },
  baseUrl: {
    variable: 'POLYPARSE_BASE_URL',
    ...address('http:', 'https:'),
    default: '',
    help: 'The public address of the service, used in problem types. Without it, `http://localhost:PORT`.',
  },
  defaultProvider: {
    variable: 'POLYPARSE_DEFAULT_PROVIDER',
    ...text,
    default: 'provider-a',
    help: 'The provider of a `parse` job that names none. Must be an enabled provider of the catalog.',
  },
  maxUploadBytes: {
    variable: 'POLYPARSE_MAX_UPLOAD_BYTES',
    ...integer(1, 10 * 1024 ** 3),
    default: String(100 * 1024 ** 2),
    help: 'The largest document taken, uploaded or fetched from a URL, in bytes.',
  },
  addressPolicy: {
    variable: 'POLYPARSE_ALLOW_PRIVATE_URLS',
    allowed: '`false`, `true`, or CIDR ranges separated by commas',
    parse: (value: string): AddressPolicy | null => {
      const policy = parseAddressPolicy(value)
      return 'error' in policy ? null : policy.policy
    },
    default: 'false',
    help: 'Whether documents may be fetched from private addresses: no, yes, or only from these ranges.',
  },
  adminToken: {
    variable: 'POLYPARSE_ADMIN_TOKEN',
    allowed: 'at least 16 characters without spaces',
    parse: (value: string): string | null => (/^\S{16,}$/.test(value) ? value : null),
    default: '',
    help: 'Guards the admin routes. Without it, one is made at the first start and kept in `admin-token` in the data directory.',
  },
  resultRetentionSeconds: {
    variable: 'POLYPARSE_RESULT_RETENTION_SECONDS',
    ...integer(1, 100 * year),
    default: String(7 * 24 * 3600),
    help: 'How long a result can be read after its job completed; then it answers 410.',
  },
  jobRetentionSeconds: {
    variable: 'POLYPARSE_JOB_RETENTION_SECONDS',
    ...integer(1, 100 * year),
    default: String(30 * 24 * 3600),
    help: 'How long the record of a job, and with it its idempotency key, is kept after its creation.',
  },
  workerConcurrency: {
    variable: 'POLYPARSE_WORKER_CONCURRENCY',
    ...integer(1, 256),
    default: '2',
    help: 'How many runs this process works on at once; each local one has an engine process of its own.',
  },
  maxPages: {
    variable: 'POLYPARSE_MAX_PAGES',
    ...integer(1, 1_000_000),
    default: '5000',
    help: 'A document of more pages fails as `too_many_pages`, unless the job selects fewer.',
  },
  documentSeconds: {
    variable: 'POLYPARSE_DOCUMENT_SECONDS',
    ...integer(1, 24 * 3600),
    default: '900',
    help: 'How long a local provider may read one document; then its run fails as `timeout`.',
  },
  documentCpuSeconds: {
    variable: 'POLYPARSE_DOCUMENT_CPU_SECONDS',
    ...integer(1, 24 * 3600),
    default: '900',
    help: 'How much CPU time, all threads together, a local provider may take for one document.',
  },
  pageSeconds: {
    variable: 'POLYPARSE_PAGE_SECONDS',
    ...integer(1, 24 * 3600),
    default: '120',
    help: 'How long a local provider may read one page. Reading the image of a page takes some 4 seconds.',
  },
  documentMemoryMebibytes: {
    variable: 'POLYPARSE_DOCUMENT_MEMORY_MIB',
    ...integer(512, 1024 ** 2),
    default: '1536',
    help: 'How much memory the process that reads one document may take, in MiB; then its run fails as `out_of_memory`.',
  },
  documentsPerProcess: {
    variable: 'POLYPARSE_DOCUMENTS_PER_PROCESS',
    ...integer(1, 1_000_000),
    default: '200',
    help: 'How many documents a process of a local provider reads before it is replaced. With 1 no document meets what another has left behind; it costs about a second of CPU time each.',
  },
  nativeConfinement: {
    variable: 'POLYPARSE_NATIVE_CONFINEMENT',
    allowed: nativeConfinements.map((value) => `\`${value}\``).join(', '),
    parse: (value: string): NativeConfinement | null => nativeConfinements.find((known) => known === value) ?? null,
    default: 'auto',
    help: 'Whether the native code of local providers is kept from network and files by Linux namespaces: where that is proven to work, always (or the service does not start), or never.',
  },
  minFreeBytes: {
    variable: 'POLYPARSE_MIN_FREE_BYTES',
    ...integer(0, Number.MAX_SAFE_INTEGER),
    default: String(512 * 1024 ** 2),
    help: 'With less room than this in the blob store, new jobs are answered with 503.',
  },
  logLevel: {
    variable: 'POLYPARSE_LOG_LEVEL',
    allowed: logLevels.join(', '),
    parse: (value: string): LogLevel | null => logLevels.find((level) => level === value) ?? null,
    default: 'info',
    help: 'How much is logged.',
  },
} satisfies Record<string, Setting<unknown>>

/**
 * The settings of an environment; an empty variable counts as absent.
 * @throws {SettingsError} with all mistakes, not the first.
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const given = (setting: Setting<unknown>): string => environment[setting.variable]?.trim() || setting.default

  const mistakes = Object.values(settings)
    .filter((setting) => given(setting) !== '' && setting.parse(given(setting)) === null)
    .map(({ variable, allowed }) => ({ variable, message: `must be ${allowed}` }))
  if (mistakes.length > 0) throw new SettingsError(mistakes)

  const optional = <Value>(setting: Setting<Value>): Value | null => setting.parse(given(setting))
  const required = <Value>(setting: Setting<Value>): Value => {
    const value = optional(setting)
    if (value === null) throw new Error(`${setting.variable} has no default`)
    return value
  }

  return {
    port: required(settings.port),
    host: required(settings.host),
    databaseUrl: optional(settings.databaseUrl),
    dataDirectory: resolve(required(settings.dataDirectory)),
    baseUrl: optional(settings.baseUrl),
    defaultProvider: required(settings.defaultProvider),
    maxUploadBytes: required(settings.maxUploadBytes),
    addressPolicy: required(settings.addressPolicy),
    adminToken: optional(settings.adminToken),
    resultRetentionSeconds: required(settings.resultRetentionSeconds),
    jobRetentionSeconds: required(settings.jobRetentionSeconds),
    workerConcurrency: required(settings.workerConcurrency),
    maxPages: required(settings.maxPages),
    documentSeconds: required(settings.documentSeconds),
    documentCpuSeconds: required(settings.documentCpuSeconds),
    pageSeconds: required(settings.pageSeconds),
    documentMemoryMebibytes: required(settings.documentMemoryMebibytes),
    documentsPerProcess: required(settings.documentsPerProcess),
    nativeConfinement: required(settings.nativeConfinement),
    minFreeBytes: required(settings.minFreeBytes),
    logLevel: required(settings.logLevel),
  }
}
