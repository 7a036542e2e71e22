import { resolve } from 'node:path'
import { providerRows } from './config/provider-rows.ts'
import { address, integer, text, type Setting } from './config/setting.ts'
import { vendorRows, type VendorId, type VendorSettings, type WhenUnknown } from './config/vendor-rows.ts'
import { parseAddressPolicy, type AddressPolicy } from './lib/addresses.ts'

/** Every setting of the service, all from the environment, read once and checked together before anything starts. */
export type Settings = {
  readonly port: number
  readonly host: string
  /** Absent: the embedded database in the data directory. */
  readonly databaseUrl: string | null
  readonly databaseConnections: number
  readonly dataDirectory: string
  /** Absent: the folder `blobs` of the data directory. */
  readonly blobs: BlobPlace | null
  readonly s3Endpoint: string | null
  readonly s3Region: string | null
  readonly s3PathStyle: PathStyle
  /** Without a trailing slash; absent: made of the port listened on. */
  readonly baseUrl: string | null
  /** From the id of a provider to the id of the adapter that is behind it, or `off`. */
  readonly providers: ReadonlyMap<string, string>
  readonly defaultProvider: string
  readonly maxUploadBytes: number
  readonly addressPolicy: AddressPolicy
  /** Absent: made at the first start and kept in the data directory. */
  readonly adminToken: string | null
  readonly resultRetentionSeconds: number
  readonly jobRetentionSeconds: number
  readonly workerConcurrency: number
  readonly providerLimits: ReadonlyMap<string, number>
  /** US dollars a page. */
  readonly providerPrices: ReadonlyMap<string, number>
  readonly paidPagesPerDay: number | null
  /** US dollars. */
  readonly paidCostPerJob: number | null
  readonly maxPages: number
  readonly documentSeconds: number
  readonly documentCpuSeconds: number
  readonly pageSeconds: number
  readonly documentMemoryMebibytes: number
  readonly documentsPerProcess: number
  readonly nativeConfinement: NativeConfinement
  readonly minFreeBytes: number
  readonly maxWaiting: number
  readonly maxWaitingPerAccount: number
  readonly maxUploads: number
  readonly requestsPerMinute: number | null
  /** Absent: no such port. */
  readonly operationsPort: number | null
  readonly operationsHost: string
  /** Without a trailing slash; absent: no traces. */
  readonly traceEndpoint: string | null
  readonly traceRatio: number
  readonly logLevel: LogLevel
  readonly vendors: Readonly<Record<VendorId, VendorSettings>>
  /** Absent: as befits the vendor. */
  readonly whenUnknown: WhenUnknown | null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const nativeConfinements = ['auto', 'required', 'off'] as const
export type NativeConfinement = (typeof nativeConfinements)[number]

const pathStyles = ['auto', 'true', 'false'] as const
export type PathStyle = (typeof pathStyles)[number]

/** Where documents and results lie. */
export type BlobPlace =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

/** One mistake in the environment: the variable and what it allows. */
export type SettingMistake = { readonly variable: string; readonly message: string }

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly mistakes: readonly SettingMistake[]

  constructor(mistakes: readonly SettingMistake[], options?: ErrorOptions) {
    super(mistakes.map(({ variable, message }) => `${variable} ${message}`).join('\n'), options)
    this.mistakes = mistakes
  }
}

const parseBlobPlace = (value: string): BlobPlace | null => {
  if (!value.includes('://')) return { kind: 'directory', path: resolve(value) }
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(\w[\w.-]*(?:\/\w[\w.-]*)*))?\/?$/.exec(value) ?? []
  return bucket === undefined ? null : { kind: 's3', bucket, prefix }
}

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
  databaseConnections: {
    variable: 'POLYPARSE_DATABASE_CONNECTIONS',
    ...integer(2, 1000),
    default: '20',
    help: 'How many connections this process may have to PostgreSQL, and one more to listen. It opens what it needs: a worker some four, and one for each run that it works on.',
  },
  dataDirectory: {
    variable: 'POLYPARSE_DATA_DIR',
    ...text,
    default: './data',
    help: 'Where the embedded database, documents in work, results and the admin token are kept.',
  },
  blobs: {
    variable: 'POLYPARSE_BLOBS',
    allowed: '`s3://BUCKET`, `s3://BUCKET/PREFIX` or a directory',
    parse: parseBlobPlace,
    default: '',
    help: 'Where documents in work and results are kept. Without it, in the data directory. The credentials for a bucket come from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and what else the AWS tools look at.',
  },
  s3Endpoint: {
    variable: 'POLYPARSE_S3_ENDPOINT',
    ...address('http:', 'https:'),
    default: '',
    help: 'The S3 server that has the bucket. Without it, AWS.',
  },
  s3Region: {
    variable: 'POLYPARSE_S3_REGION',
    ...text,
    default: '',
    help: 'The region of the bucket. Without it, what `AWS_REGION` or the AWS profile says; `us-east-1` for a server of your own.',
  },
  s3PathStyle: {
    variable: 'POLYPARSE_S3_PATH_STYLE',
    allowed: pathStyles.map((value) => `\`${value}\``).join(', '),
    parse: (value: string): PathStyle | null => pathStyles.find((known) => known === value) ?? null,
    default: 'auto',
    help: 'Whether the bucket stands in the path of requests rather than in the name of the host; `auto`: where there is a server of your own.',
  },
  baseUrl: {
    variable: 'POLYPARSE_BASE_URL',
    ...address('http:', 'https:'),
    default: '',
    help: 'The public address of the service, used in problem types. Without it, `http://localhost:PORT`.',
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
  maxWaiting: {
    variable: 'POLYPARSE_MAX_WAITING',
    ...integer(1, 10_000_000),
    default: '100000',
    help: 'With so many jobs waiting to be begun, of all accounts together, new ones are answered with 503.',
  },
  maxWaitingPerAccount: {
    variable: 'POLYPARSE_MAX_WAITING_PER_ACCOUNT',
    ...integer(1, 10_000_000),
    default: '20000',
    help: 'With so many jobs of one account waiting to be begun, its new ones are answered with 429.',
  },
  maxUploads: {
    variable: 'POLYPARSE_MAX_UPLOADS',
    ...integer(1, 100_000),
    default: '100',
    help: 'How many uploads this process takes at once; more are answered with 503 before they are read.',
  },
  requestsPerMinute: {
    variable: 'POLYPARSE_REQUESTS_PER_MINUTE',
    ...integer(1, 1_000_000),
    default: '',
    help: 'How many requests a minute an API key may send; more are answered with 429. Each process counts for itself: behind a balancer, a key may send so many to each. Without it, any number.',
  },
  operationsPort: {
    variable: 'POLYPARSE_OPERATIONS_PORT',
    ...integer(0, 65535),
    default: '',
    help: 'A port for those who run the service, with `/livez`, `/readyz` and `/metrics`. Without it there is none; 0 takes a free one, which the log names.',
  },
  operationsHost: {
    variable: 'POLYPARSE_OPERATIONS_HOST',
    ...text,
    default: '127.0.0.1',
    help: 'The address of that port. It asks nobody for a key: never make it reachable from outside.',
  },
  traceEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    ...address('http:', 'https:'),
    default: '',
    help: 'The OpenTelemetry collector that traces are sent to, by OTLP over HTTP. Without it there are none. The other `OTEL_EXPORTER_OTLP_…`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` work as ever.',
  },
  traceRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    allowed: 'a number from 0 to 1',
    parse: (value: string): number | null => (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value) ? Number(value) : null),
    default: '1',
    help: 'Which part of the traces that begin here is recorded. A request that brings a trace with it has decided already.',
  },
  logLevel: {
    variable: 'POLYPARSE_LOG_LEVEL',
    allowed: logLevels.join(', '),
    parse: (value: string): LogLevel | null => logLevels.find((level) => level === value) ?? null,
    default: 'info',
    help: 'How much is logged.',
  },
  ...providerRows,
  ...vendorRows,
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

  const optional = <Value>(setting: Setting<Value>): Value | null =>
    given(setting) === '' ? null : setting.parse(given(setting))
  const required = <Value>(setting: Setting<Value>): Value => {
    const value = optional(setting)
    if (value === null) throw new Error(`${setting.variable} has no default`)
    return value
  }
  const vendor = (key: Setting<string>, baseUrl: Setting<string>): VendorSettings => ({
    key: optional(key),
    baseUrl: optional(baseUrl),
  })

  return {
    port: required(settings.port),
    host: required(settings.host),
    databaseUrl: optional(settings.databaseUrl),
    databaseConnections: required(settings.databaseConnections),
    dataDirectory: resolve(required(settings.dataDirectory)),
    blobs: optional(settings.blobs),
    s3Endpoint: optional(settings.s3Endpoint),
    s3Region: optional(settings.s3Region),
    s3PathStyle: required(settings.s3PathStyle),
    baseUrl: optional(settings.baseUrl),
    providers: optional(settings.providers) ?? new Map(),
    defaultProvider: required(settings.defaultProvider),
    maxUploadBytes: required(settings.maxUploadBytes),
    addressPolicy: required(settings.addressPolicy),
    adminToken: optional(settings.adminToken),
    resultRetentionSeconds: required(settings.resultRetentionSeconds),
    jobRetentionSeconds: required(settings.jobRetentionSeconds),
    workerConcurrency: required(settings.workerConcurrency),
    providerLimits: optional(settings.providerLimits) ?? new Map(),
    providerPrices: optional(settings.providerPrices) ?? new Map(),
    paidPagesPerDay: optional(settings.paidPagesPerDay),
    paidCostPerJob: optional(settings.paidCostPerJob),
    maxPages: required(settings.maxPages),
    documentSeconds: required(settings.documentSeconds),
    documentCpuSeconds: required(settings.documentCpuSeconds),
    pageSeconds: required(settings.pageSeconds),
    documentMemoryMebibytes: required(settings.documentMemoryMebibytes),
    documentsPerProcess: required(settings.documentsPerProcess),
    nativeConfinement: required(settings.nativeConfinement),
    minFreeBytes: required(settings.minFreeBytes),
    maxWaiting: required(settings.maxWaiting),
    maxWaitingPerAccount: required(settings.maxWaitingPerAccount),
    maxUploads: required(settings.maxUploads),
    requestsPerMinute: optional(settings.requestsPerMinute),
    operationsPort: optional(settings.operationsPort),
    operationsHost: required(settings.operationsHost),
    traceEndpoint: optional(settings.traceEndpoint),
    traceRatio: required(settings.traceRatio),
    logLevel: required(settings.logLevel),
    vendors: {
      llamaparse: vendor(settings.llamaparseKey, settings.llamaparseBaseUrl),
      mistralOcr: vendor(settings.mistralOcrKey, settings.mistralOcrBaseUrl),
      datalab: vendor(settings.datalabKey, settings.datalabBaseUrl),
      reducto: vendor(settings.reductoKey, settings.reductoBaseUrl),
      azureDocumentIntelligence: vendor(
        settings.azureDocumentIntelligenceKey,
        settings.azureDocumentIntelligenceBaseUrl,
      ),
      unstructured: vendor(settings.unstructuredKey, settings.unstructuredBaseUrl),
      doclingServe: vendor(settings.doclingServeKey, settings.doclingServeBaseUrl),
      upstage: vendor(settings.upstageKey, settings.upstageBaseUrl),
    },
    whenUnknown: optional(settings.whenUnknown),
  }
}
