import { resolve } from 'node:path'
import { compatibleServices, parseCompatibleServices, type CompatibleService } from '../compatibility/services.ts'
import { parseAddressPolicy, parseAddressRanges, type AddressPolicy, type AddressRange } from '@polyparse/outbound'
import { parseOrigins, type Origins } from '../lib/origins.ts'
import { secretBoxKeyBytes } from '../lib/secret-box.ts'
import { address, choice, integerSetting, textSetting, type SettingTable } from '@polyparse/providers/settings'
import { providerSettings } from './provider-settings.ts'
import { signInSettings } from './sign-in-settings.ts'

/** The place in which documents and results are stored. */
export type BlobPlace =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

/**
 * A bucket, or a directory.
 * @example parseBlobPlace('s3://documents/polyparse') // { kind: 's3', bucket: 'documents', prefix: 'polyparse' }
 */
export const parseBlobPlace = (value: string): BlobPlace | null => {
  if (!value.includes('://')) return { kind: 'directory', path: resolve(value) }
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(\w[\w.-]*(?:\/\w[\w.-]*)*))?\/?$/.exec(value) ?? []
  return bucket === undefined ? null : { kind: 's3', bucket, prefix }
}

/** Reads a list of at least one key. */
const parseEncryptionKeys = (value: string): readonly [Buffer, ...Buffer[]] | null => {
  const [first, ...others] = value.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
  const isKey = (key: Buffer | undefined): key is Buffer => key?.length === secretBoxKeyBytes
  return isKey(first) && others.every(isKey) ? [first, ...others] : null
}

const noRanges: readonly AddressRange[] = []
const noOrigins: Origins = []
const noServices: readonly CompatibleService[] = []

const year = 366 * 24 * 3600

/** All settings that are not a vendor's. Each is written here and nowhere else. */
export const serviceSettings = {
  port: {
    variable: 'PORT',
    ...integerSetting(0, 65535),
    default: '3000',
    help: 'The port to listen on; 0 takes a free one.',
  },
  host: {
    variable: 'HOST',
    ...textSetting,
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
    ...integerSetting(2, 1000),
    default: '20',
    help: 'The maximum number of connections of this process to PostgreSQL, besides one that listens. They are opened as needed.',
  },
  dataDirectory: {
    variable: 'POLYPARSE_DATA_DIR',
    allowed: 'a directory',
    parse: (value: string): string => resolve(value),
    default: './data',
    help: 'The place of the embedded database, documents of unfinished jobs, results and the admin token.',
  },
  languagesDirectory: {
    variable: 'POLYPARSE_LANGUAGES_DIR',
    allowed: 'a directory',
    parse: (value: string): string => resolve(value),
    default: '',
    help: 'The folder that `polyparse languages add` fills with further languages for text in images; by default, `languages` in the data directory.',
  },
  paddleOcr: {
    variable: 'POLYPARSE_PADDLE_OCR',
    ...choice('true', 'false'),
    default: 'false',
    help: 'Enables the provider `paddle-ocr`, which reads by the best installed model of recognition alone (providers/local.md).',
  },
  blobs: {
    variable: 'POLYPARSE_BLOBS',
    allowed: '`s3://BUCKET`, `s3://BUCKET/PREFIX` or a directory',
    parse: parseBlobPlace,
    default: '',
    help: 'The store of documents of unfinished jobs and results; by default, the data directory. The credentials for a bucket come from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and the other sources of the AWS tools.',
  },
  s3Endpoint: {
    variable: 'POLYPARSE_S3_ENDPOINT',
    ...address('http:', 'https:'),
    default: '',
    help: 'The S3 server that has the bucket; by default, AWS.',
  },
  s3Region: {
    variable: 'POLYPARSE_S3_REGION',
    ...textSetting,
    default: '',
    help: 'The region of the bucket; by default, that of `AWS_REGION` or the AWS profile, or `us-east-1` for your own server.',
  },
  s3PathStyle: {
    variable: 'POLYPARSE_S3_PATH_STYLE',
    ...choice('auto', 'true', 'false'),
    default: 'auto',
    help: 'Names the bucket in the path rather than in the host name; with `auto`, only on your own server.',
  },
  baseUrl: {
    variable: 'POLYPARSE_BASE_URL',
    ...address('http:', 'https:'),
    default: '',
    help: 'The public address of the service, used in problem types; by default, `http://localhost:PORT`.',
  },
  maxUploadBytes: {
    variable: 'POLYPARSE_MAX_UPLOAD_BYTES',
    ...integerSetting(1, 10 * 1024 ** 3),
    default: `${100 * 1024 ** 2}`,
    help: 'The maximum size of a document in bytes. With less free space than for five of them in the blob store, new jobs are refused with 503.',
  },
  addressPolicy: {
    variable: 'POLYPARSE_ALLOW_PRIVATE_URLS',
    allowed: '`false`, `true`, or CIDR ranges separated by commas',
    parse: (value: string): AddressPolicy | null => {
      const policy = parseAddressPolicy(value)
      return 'error' in policy ? null : policy.policy
    },
    default: 'false',
    help: 'Allows documents from private addresses: none, all, or those in these ranges.',
  },
  adminToken: {
    variable: 'POLYPARSE_ADMIN_TOKEN',
    allowed: 'at least 16 characters without spaces',
    parse: (value: string): string | null => (/^\S{16,}$/.test(value) ? value : null),
    default: '',
    help: 'Protects the admin routes. By default, the first start writes one to `admin-token` in the data directory.',
  },
  encryptionKeys: {
    variable: 'POLYPARSE_ENCRYPTION_KEYS',
    allowed: 'keys of 32 bytes in base64, separated by commas',
    parse: parseEncryptionKeys,
    default: '',
    help: 'Encrypt the keys of accounts for vendors and the secrets of webhooks: the first encrypts, all decrypt. Without one, accounts cannot have such keys, and secrets of webhooks are stored as they are.',
  },
  resultRetentionSeconds: {
    variable: 'POLYPARSE_RESULT_RETENTION_SECONDS',
    ...integerSetting(1, 100 * year),
    default: `${7 * 24 * 3600}`,
    help: 'The life of a result after its job has completed. After that the answer is 410.',
  },
  pageImageRetentionSeconds: {
    variable: 'POLYPARSE_PAGE_IMAGE_RETENTION_SECONDS',
    ...integerSetting(0, 100 * year),
    default: `${24 * 3600}`,
    help: 'The life of the images of pages after their job has completed, at most that of its result. The app asks for them with every single document. 0: none are made.',
  },
  jobRetentionSeconds: {
    variable: 'POLYPARSE_JOB_RETENTION_SECONDS',
    ...integerSetting(1, 100 * year),
    default: `${30 * 24 * 3600}`,
    help: 'The life of the record of a job, with its idempotency key, after its creation.',
  },
  auditRetentionSeconds: {
    variable: 'POLYPARSE_AUDIT_RETENTION_SECONDS',
    ...integerSetting(1, 100 * year),
    default: `${year}`,
    help: 'The life of an entry of the audit log.',
  },
  workerConcurrency: {
    variable: 'POLYPARSE_WORKER_CONCURRENCY',
    ...integerSetting(1, 256),
    default: '2',
    help: 'The number of runs that this process works on at once. Each run of a local provider has its own engine process.',
  },
  maxPages: {
    variable: 'POLYPARSE_MAX_PAGES',
    ...integerSetting(1, 1_000_000),
    default: '5000',
    help: 'A document with more pages fails as `too_many_pages`, unless the job selects fewer.',
  },
  documentCpuSeconds: {
    variable: 'POLYPARSE_DOCUMENT_CPU_SECONDS',
    ...integerSetting(1, 24 * 3600),
    default: '900',
    help: 'The CPU seconds of a local provider for one document, all threads together. After that, or ten times as long by the clock, the run fails as `timeout`.',
  },
  pageSeconds: {
    variable: 'POLYPARSE_PAGE_SECONDS',
    ...integerSetting(1, 24 * 3600),
    default: '120',
    help: 'The CPU seconds of a local provider for one page; a scanned one takes about 4. After that, or ten times as long by the clock, the run fails as `timeout`.',
  },
  documentMemoryMebibytes: {
    variable: 'POLYPARSE_DOCUMENT_MEMORY_MIB',
    ...integerSetting(512, 1024 ** 2),
    default: '1536',
    help: 'The memory of an engine process, in MiB. Above that the run fails as `out_of_memory`.',
  },
  documentsPerProcess: {
    variable: 'POLYPARSE_DOCUMENTS_PER_PROCESS',
    ...integerSetting(1, 1_000_000),
    default: '200',
    help: 'The number of documents of one account that an engine process reads. With 1, each has its own process, at 0.6 to 1 second of CPU time.',
  },
  preloadEngines: {
    variable: 'POLYPARSE_PRELOAD_ENGINES',
    ...choice('true', 'false'),
    default: 'true',
    help: 'Loads all local engines once at the start, which proves that they run here, takes about two seconds of CPU time, and keeps a process ready that has read nothing, for the next document that needs one.',
  },
  nativeConfinement: {
    variable: 'POLYPARSE_NATIVE_CONFINEMENT',
    ...choice('auto', 'required', 'off'),
    default: 'auto',
    help: 'Keeps the native code of local providers on Linux from network, files and other processes: where that works, always (or the service does not start), or never.',
  },
  maxWaiting: {
    variable: 'POLYPARSE_MAX_WAITING',
    ...integerSetting(1, 10_000_000),
    default: '100000',
    help: 'The maximum number of waiting jobs. More are refused with 503; those of an account with a fifth of them, with 429.',
  },
  maxStoredBytesPerAccount: {
    variable: 'POLYPARSE_MAX_STORED_BYTES_PER_ACCOUNT',
    ...integerSetting(1, Number.MAX_SAFE_INTEGER),
    default: '',
    help: 'The stored bytes of one account: documents of unfinished jobs, and compressed results. New jobs are then refused with 429. Unlimited by default.',
  },
  maxUploads: {
    variable: 'POLYPARSE_MAX_UPLOADS',
    ...integerSetting(1, 100_000),
    default: '100',
    help: 'The number of uploads that this process receives at once. More are refused with 503; those of an account with a quarter of them, with 429.',
  },
  requestsPerMinute: {
    variable: 'POLYPARSE_REQUESTS_PER_MINUTE',
    ...integerSetting(1, 1_000_000),
    default: '',
    help: 'The requests that an API key may send to each process in a minute. More are refused with 429. Unlimited by default.',
  },
  sharing: {
    variable: 'POLYPARSE_SHARING',
    ...choice('on', 'off'),
    default: 'on',
    help: 'Allows results to be shared by links that need no key (jobs.md). With `off`, no link works.',
  },
  trustedProxies: {
    variable: 'POLYPARSE_TRUSTED_PROXIES',
    allowed: 'addresses and CIDR ranges, separated by commas',
    parse: parseAddressRanges,
    default: '',
    absent: noRanges,
    help: 'The reverse proxies: the last address in `X-Forwarded-For` that is none of these is the caller, for the limit of tries to sign in. Without them, all callers behind a proxy share one limit.',
  },
  corsOrigins: {
    variable: 'POLYPARSE_CORS_ORIGINS',
    allowed: 'origins such as `https://app.example.com`, separated by commas, or `*`',
    parse: parseOrigins,
    default: '',
    absent: noOrigins,
    help: 'The origins whose web pages may call the API from a browser. None by default; the app needs none.',
  },
  compatibility: {
    variable: 'POLYPARSE_COMPAT',
    allowed: `names separated by commas, of ${compatibleServices.join(', ')}`,
    parse: parseCompatibleServices,
    default: '',
    absent: noServices,
    help: 'The services whose routes this one has beside its own (compatibility-routes.md). None by default.',
  },
  operationsPort: {
    variable: 'POLYPARSE_OPERATIONS_PORT',
    ...integerSetting(0, 65535),
    default: '',
    help: 'A port for operators, with `/livez`, `/readyz` and `/metrics`. None by default; 0 takes a free one, which is in the log.',
  },
  operationsHost: {
    variable: 'POLYPARSE_OPERATIONS_HOST',
    ...textSetting,
    default: '127.0.0.1',
    help: 'The address of that port. It requires no key: never make it reachable from outside.',
  },
  traceEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    ...address('http:', 'https:'),
    default: '',
    help: 'The OpenTelemetry collector of traces, by OTLP over HTTP. None by default. The other `OTEL_EXPORTER_OTLP_…` variables, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` work as usual.',
  },
  traceRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    allowed: 'a number from 0 to 1',
    parse: (value: string): number | null => (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value) ? Number(value) : null),
    default: '1',
    help: 'The share of recorded traces among those that start here. The sender of a request with a trace decides for it.',
  },
  logLevel: {
    variable: 'POLYPARSE_LOG_LEVEL',
    ...choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    help: 'The minimum level of log lines.',
  },
  ...signInSettings,
  ...providerSettings,
} as const satisfies SettingTable
