import type { AccountUsage, CatalogEntry, OutputId, WebhookSecret, WebhookTest } from './contract.ts'
import { UnexpectedAnswerError } from './errors.ts'
import { createBatches } from './batches.ts'
import { createCorrections } from './corrections.ts'
import {
  type ExtractionChoices,
  type ExtractionOf,
  isExtractionOf,
  schemaFieldsOf,
  type SchemaFor,
  type StoredSchemaId,
} from './extract.ts'
import { type CallOptions, createJobs, type RunOptions } from './jobs.ts'
import { createJudgements } from './judgements.ts'
import type { CompareParameters, JobRequest, ParseParameters } from './request.ts'
import {
  type CompareResultWith,
  isCatalog,
  isCompareResultWith,
  isParseResultWith,
  isUsage,
  isWebhookSecret,
  isWebhookTest,
  type ParseResultWith,
} from './shapes.ts'
import { createSchemas } from './schemas.ts'
import { anyOf } from './signals.ts'
import type { Source } from './source.ts'
import { createTransport } from './transport.ts'

/** The options of a client: the address of the service, the key, and the manner of its requests. */
export type ClientOptions = {
  /** The address of the service. Default: the environment variable `POLYPARSE_URL`, or `http://localhost:3000`. */
  readonly url?: string | undefined
  /** Default: the environment variable `POLYPARSE_API_KEY`. */
  readonly apiKey?: string | undefined
  /** The number of times that a request is sent again. Default: 6, after pauses of 0.5, 1, 2, 5, 10 and 20 seconds. */
  readonly retries?: number | undefined
  /** Ends every call; they reject with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Sends the requests in place of the runtime's own. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export type ParseOptions<Output extends OutputId = OutputId> = ParseParameters &
  RunOptions & {
    /** Default: `['markdown']`. */
    readonly outputs?: readonly Output[] | undefined
  }

export type CompareOptions<Output extends OutputId = OutputId> = CompareParameters &
  RunOptions & {
    /** Default: `['markdown']`. */
    readonly outputs?: readonly Output[] | undefined
  }

export type ExtractOptions = Omit<ParseOptions, 'outputs' | 'extraction'> & ExtractionChoices

/** The client that {@link createClient} returns. */
export type Client = ReturnType<typeof createClient>

/**
 * The client of a service. Nothing is sent before the first call.
 *
 * A request that was not answered, or was answered with 408, 429, 502, 503 or 504, is sent again, after a pause or when
 * `Retry-After` says, if that is within a minute. A new job has an idempotency key, so that it is created once. If nothing
 * has ever answered, a call fails after two seconds.
 *
 * @throws {TypeError} when the address or the key is not one. Every call rejects with:
 * @throws {ProblemError} of its class when the service answers with a problem, such as {@link AuthenticationError}
 * @throws {ConnectionError} when no complete answer arrives
 * @throws {UnexpectedAnswerError} when an answer is neither a problem nor of the expected shape
 * @throws the reason of the signal when that is aborted
 * @example
 * const client = createClient({ url: 'http://localhost:3000', apiKey })
 * const result = await client.parse('report.pdf')
 * console.log(result.outputs.markdown)
 */
export const createClient = (options: ClientOptions = {}) => {
  const { signal: clientSignal } = options
  const transport = createTransport({
    url: normalizeServiceUrl(options.url ?? variable('POLYPARSE_URL') ?? 'http://localhost:3000'),
    apiKey: checkedKey(options.apiKey ?? variable('POLYPARSE_API_KEY') ?? ''),
    retries: options.retries ?? 6,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
  })
  const { ask } = transport
  const jobs = createJobs(transport, clientSignal)
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)

  return {
    jobs,
    batches: createBatches(transport, clientSignal),
    schemas: createSchemas(transport, clientSignal),
    corrections: createCorrections(transport, clientSignal),
    judgements: createJudgements(transport, clientSignal),

    /**
     * Has one provider read a document, and returns what it read; by default as Markdown. `onProgress` follows the job. When
     * the call is ended by its signal or `timeoutMs`, the job is erased, which may take some seconds; one with an
     * `idempotencyKey` of the caller's own stays.
     * @throws {JobFailedError} when the document could not be read; `code` says why
     * @throws {SourceError} when the source could not be read
     * @throws {TimeoutError} when the job has not ended within `timeoutMs`
     * @example
     * const { outputs } = await client.parse('invoice.pdf', { outputs: ['markdown', 'tables'], pages: [1, 2] })
     * for (const table of outputs.tables) console.log(table.markdown)
     */
    parse: async <Output extends OutputId = 'markdown'>(
      source: Source,
      given: ParseOptions<Output> = {},
    ): Promise<ParseResultWith<Output>> => {
      const { request, run } = splitClientOptions(given)
      const { result } = await jobs.run(source, { ...request, operation: 'parse' }, run)
      if (isParseResultWith<Output>(result, request.outputs)) return result
      throw new UnexpectedAnswerError('The result lacks an output that was asked for.')
    },

    /**
     * Has several providers read the same document, and returns what each read and where they differ. A provider that fails
     * does not end the others: `status` of its entry says so.
     * @throws as `parse`; {@link JobFailedError} when the source could not be fetched
     * @example
     * const { providers, agreement } = await client.compare('scan.png', { providers: ['provider-a', 'provider-c'] })
     */
    compare: async <Output extends OutputId = 'markdown'>(
      source: Source,
      given: CompareOptions<Output> = {},
    ): Promise<CompareResultWith<Output>> => {
      const { request, run } = splitClientOptions(given)
      const { result } = await jobs.run(source, { ...request, operation: 'compare' }, run)
      if (isCompareResultWith<Output>(result, request.outputs)) return result
      throw new UnexpectedAnswerError('The result lacks an output that was asked for.')
    },

    /**
     * Fills a schema from a document: a JSON Schema, one that knows its type, such as Zod's, or a stored one by its id.
     * A value that is nowhere on the pages is null; `evidence` says where each of the others is, and how sure that is.
     * @throws as `parse`
     * @example
     * const { data } = await client.extract('invoice.pdf', z.object({ invoiceNumber: z.string(), total: z.number() }))
     * console.log(data.invoiceNumber?.toUpperCase(), data.total)
     */
    extract: async <Value = Readonly<Record<string, unknown>>>(
      source: Source,
      schema: SchemaFor<Value> | StoredSchemaId,
      { model, instructions, unproven, ...given }: ExtractOptions = {},
    ): Promise<ExtractionOf<Value>> => {
      const { request, run } = splitClientOptions({ ...given, outputs: ['extraction'] })
      const choices = {
        ...(model !== undefined && { model }),
        ...(instructions !== undefined && { instructions }),
        ...(unproven !== undefined && { unproven }),
      }
      const extraction = { ...schemaFieldsOf(schema), ...choices }
      const { result } = await jobs.run(source, { ...request, operation: 'parse', extraction }, run)
      if (isParseResultWith<'extraction'>(result, ['extraction'])) {
        const { extraction: filled } = result.outputs
        if (isExtractionOf<Value>(filled)) return { ...filled, warnings: result.warnings }
      }
      throw new UnexpectedAnswerError('The result lacks the extraction that was asked for.')
    },

    /** The providers, with what each can do; also those that are not enabled. */
    providers: async (given: CallOptions = {}): Promise<CatalogEntry[]> =>
      (await ask({ path: '/api/v1/providers', signal: signalOf(given) }, isCatalog)).providers,

    /** Returns what was read for the account, by day (UTC, `2026-01-15`) and provider. Default: the last 30 days. */
    usage: ({ from, to, ...given }: CallOptions & { from?: string; to?: string } = {}): Promise<AccountUsage> => {
      const query = new URLSearchParams({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
      return ask({ path: `/api/v1/usage?${String(query)}`, signal: signalOf(given) }, isUsage)
    },

    webhooks: {
      /**
       * Makes a new secret, shown this once; for a day the one before signs as well. It is not sent again when its answer
       * is lost.
       */
      rotateSecret: (given: CallOptions = {}): Promise<WebhookSecret> =>
        ask(
          { method: 'POST', path: '/api/v1/webhooks/secret/rotate', signal: signalOf(given), isRepeatable: false },
          isWebhookSecret,
        ),

      /** Sends one signed event to a URL and returns what came back. */
      test: (url: string, given: CallOptions = {}): Promise<WebhookTest> =>
        ask(
          {
            method: 'POST',
            path: '/api/v1/webhooks/test',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ url }),
            signal: signalOf(given),
            isRepeatable: false,
          },
          isWebhookTest,
        ),
    },
  }
}

/** The options by their reader: the service, or the run of this client. */
const splitClientOptions = ({
  signal,
  timeoutMs,
  onProgress,
  idempotencyKey,
  filename,
  mediaType,
  outputs = ['markdown'],
  ...parameters
}: ParseOptions & CompareOptions): { readonly request: Omit<JobRequest, 'operation'>; readonly run: RunOptions } => ({
  request: { ...parameters, outputs },
  run: { signal, timeoutMs, onProgress, idempotencyKey, filename, mediaType },
})

/** A variable of the environment, where there is one. */
const variable = (name: string): string | undefined =>
  typeof process === 'undefined' ? undefined : process.env[name]?.trim() || undefined

/** Drops slashes at the end. */
const normalizeServiceUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username + url.password + url.search !== '')
    throw new TypeError(
      'url must be an address that starts with http:// or https://, without user, password and query.',
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The key is not shown: the message may be logged. */
const checkedKey = (key: string): string => {
  if (/^[\u0021-\u007e]+$/.test(key)) return key
  throw new TypeError('apiKey must be an API key; without it, POLYPARSE_API_KEY must be set to one.')
}
