import { randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type {
  CatalogEntry,
  ClassificationRequest,
  ExtractionRequest,
  ParseResult,
  RunProgress,
} from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { readerEngines } from '@polyparse/readers'
import { detectMediaType, resolveMediaType } from '@polyparse/readers/media-type'
import { createSandbox, fileMemory } from '@polyparse/sandbox'
import { createLocalProvider } from '@polyparse/providers/composition'
import { createCatalog, documentOf, isRemote, type ParseRequest, ProviderFailure } from '@polyparse/providers/port'
import { chooseProviders } from '../api/create-job/configuration.ts'
import { withOwnSchema } from '../api/create-job/stored-schema.ts'
import type { Settings } from '../config.ts'
import { filledDocument } from '../worker/rendering/filled-document.ts'
import { parseResult } from '../worker/rendering/parse-result.ts'
import { whyRunUnsupported } from '../worker/supports.ts'
import { engineLimits } from './engine-limits.ts'
import { existingLanguagesFolder } from './languages-folder.ts'
import { localProviders } from './local-ids.ts'

/** All documents are the caller's own. */
const owner = 'command'

/** A document cannot be read; the message says why, in words for the caller. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError'
}

/** The request for one document. */
type DirectQuery = {
  readonly outputs: readonly OutputId[]
  readonly pages?: readonly number[] | undefined
  readonly provider?: string | undefined
  readonly providerOptions?: Readonly<Record<string, Record<string, unknown>>> | undefined
  readonly includeRaw: boolean
  /** The schema that is to be filled, for the output `extraction`; not one that a service has stored. */
  readonly extraction?: ExtractionRequest | undefined
  /** The labels of which some are to be given, for the output `classification`. */
  readonly classification?: ClassificationRequest | undefined
}

type DirectReaderFolders = {
  /** The folder for documents while they are read. */
  readonly spoolDirectory: string
  /** The folder for what the next command need not find out again; null for none. */
  readonly cacheFolder: string | null
}

type DirectReader = AsyncDisposable & {
  readonly catalog: readonly CatalogEntry[]
  /** The number of documents that may be read at once. */
  readonly concurrency: number
  /** @throws {UnreadableDocumentError} {@link RequestProblem} when the query asks for what these providers do not have */
  read(
    file: { readonly path: string; readonly filename: string },
    query: DirectQuery,
    onRun: (progress: RunProgress) => void,
  ): Promise<ParseResult>
}

/**
 * Reads documents with the engines in this process and its sandbox, without a service, a database or a queue: results,
 * warnings and limits are those of a service with these settings. With the number of documents that are to be read in all, no
 * engine is started that they are too few for.
 */
export const openDirectReader = (
  settings: Settings,
  { spoolDirectory, cacheFolder }: DirectReaderFolders,
  { documents, signal }: { readonly documents: number | null; readonly signal: AbortSignal },
): DirectReader => {
  const parts = new AsyncDisposableStack()
  let ended = 0
  const languagesFolder = existingLanguagesFolder(settings)
  const concurrency = Math.min(settings.workerConcurrency, availableParallelism())
  const sandbox = parts.adopt(
    createSandbox({
      size: concurrency,
      spoolDirectory,
      limits: engineLimits(settings),
      documentsPerProcess: settings.documentsPerProcess,
      enginesModule: readerEngines.enginesModule,
      folders: languagesFolder === null ? readerEngines.folders : [...readerEngines.folders, languagesFolder],
      confine: settings.nativeConfinement !== 'off',
      preload: false,
      documentsLeft: documents === null ? null : () => documents - ended,
      ...(cacheFolder !== null && { proofs: fileMemory(join(cacheFolder, 'confinement.json')) }),
    }),
    (it) => it.close(),
  )
  const providers = localProviders.map((provider) => createLocalProvider(provider, { sandbox, languagesFolder }))
  const catalog = createCatalog(providers, settings.defaultProvider)

  const read: DirectReader['read'] = async ({ path, filename }, query, onRun) => {
    const { size } = await stat(path)
    if (size > settings.maxUploadBytes)
      throw new UnreadableDocumentError(
        `The document has ${size} bytes, more than the ${settings.maxUploadBytes} that are read.`,
      )
    const mediaType = resolveMediaType(undefined, filename)
    const open = async (range: { start?: number; end?: number } = {}) => createReadStream(path, range)
    const detectedMediaType = await detectMediaType(open, { size, declared: mediaType, filename })
    const job = {
      id: randomUUIDv7(),
      operation: 'parse',
      outputs: query.outputs,
      includeRaw: query.includeRaw,
      extraction: query.extraction === undefined ? null : withOwnSchema(query.extraction),
      classification: query.classification ?? null,
      images: 'inline',
      pageImages: false,
      provisionalPages: false,
      deadlineSeconds: null,
      metadata: null,
      batchId: null,
      source: { filename, size, mediaType, detectedMediaType },
    } as const
    const [id = ''] = chooseProviders(
      {
        request: {
          ...job,
          pages: query.pages ?? null,
          provider: query.provider ?? null,
          providers: null,
          providerOptions: query.providerOptions ?? {},
          fallback: null,
          webhook: null,
          deliver: null,
        },
        url: null,
        mediaType,
        nameOf: (parameter) => parameter,
      },
      { catalog, addressPolicy: settings.addressPolicy },
    ).providers
    const provider = catalog.enabled.get(id)
    if (provider === undefined || isRemote(provider)) throw new TypeError('the provider reads on this machine')
    if (!provider.mediaTypes.includes(detectedMediaType))
      throw new UnreadableDocumentError(whyRunUnsupported(id, job, catalog.enabled))

    const startedAt = new Date()
    onRun({ provider: id, state: 'working', pagesDone: 0 })
    const request: ParseRequest = {
      source: { owner, mediaType: detectedMediaType, filename, size, open },
      pages: query.pages === undefined ? null : [...new Set(query.pages)].toSorted((one, other) => one - other),
      maxPages: settings.maxPages,
      options: query.providerOptions?.[id] ?? {},
      outputs: query.outputs,
      includeRaw: query.includeRaw,
      onProgress: ({ done, total }) =>
        onRun({
          provider: id,
          state: 'working',
          pagesDone: done,
          ...(total !== null && { pagesTotal: total }),
        }),
    }
    const document = filledDocument(documentOf(await provider.parse(request, signal)), { job })
    return parseResult(document, {
      document,
      job,
      provider: id,
      startedAt,
      completedAt: new Date(),
      warnings: { before: [], after: [] },
    })
  }

  return {
    catalog: catalog.entries,
    concurrency,
    read: (...asked) =>
      read(...asked)
        .catch((error: unknown) => {
          throw asUnreadable(error)
        })
        .finally(() => (ended += 1)),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const asUnreadable = (error: unknown): unknown => {
  if (error instanceof ProviderFailure) return new UnreadableDocumentError(error.message, { cause: error })
  if (isAboutFile(error))
    return new UnreadableDocumentError(`The document cannot be read (${error.code}).`, { cause: error })
  return error
}

const isAboutFile = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'path' in error && 'code' in error && typeof error.code === 'string'
