import { randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { ParseResult } from '@polyparse/contract'
import { readerEngines } from '@polyparse/readers'
import { detectMediaType, resolveMediaType } from '@polyparse/readers/media-type'
import { createSandbox } from '@polyparse/sandbox'
import { chooseProviders } from '../../api/create-job/configuration.ts'
import { RequestProblem } from '../../api/problems.ts'
import type { Settings } from '../../config.ts'
import { createCatalog } from '@polyparse/providers/port'
import { createLocalProvider } from '@polyparse/providers/composition'
import { isRemote, type ParseRequest, ProviderFailure } from '@polyparse/providers/port'
import { engineLimits } from '../../service/engine-limits.ts'
import { existingLanguagesFolder } from '../../service/languages-folder.ts'
import { localProviders } from '../../service/local-ids.ts'
import { parseResult } from '../../worker/rendering/parse-result.ts'
import { documentOf } from '@polyparse/providers/port'
import { whyRunUnsupported } from '../../worker/supports.ts'
import { DocumentError, UsageError } from '../cli-error.ts'
import type { DocumentReader, ReadQuery } from '../documents/document-reader.ts'
import type { JobListener } from '../documents/display.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { replaceControls } from '../output.ts'
import { temporaryFolder } from '../service/temporary-folder.ts'
import { namedField } from '../service/service-client.ts'

/** All documents are the caller's own. */
const owner = 'command'

/**
 * Reads documents with the engines in this process and its sandbox, without a service, a database or a queue: results,
 * warnings and limits are those of a service with these settings.
 */
export const openDirectReader = (settings: Settings, signal: AbortSignal): DocumentReader & AsyncDisposable => {
  const parts = new AsyncDisposableStack()
  const spool = parts.use(temporaryFolder())
  const languagesFolder = existingLanguagesFolder(settings)
  const concurrency = Math.min(settings.workerConcurrency, availableParallelism())
  const sandbox = parts.adopt(
    createSandbox({
      size: concurrency,
      spoolDirectory: spool.path,
      limits: engineLimits(settings),
      documentsPerProcess: settings.documentsPerProcess,
      enginesModule: readerEngines.enginesModule,
      folders: languagesFolder === null ? readerEngines.folders : [...readerEngines.folders, languagesFolder],
      confine: settings.nativeConfinement !== 'off',
      preload: false,
    }),
    (it) => it.close(),
  )
  const providers = localProviders.map((provider) => createLocalProvider(provider, { sandbox, languagesFolder }))
  const catalog = createCatalog(providers, settings.defaultProvider)

  const read = async (source: DocumentSource, query: ReadQuery, listener: JobListener): Promise<ParseResult> => {
    if ('url' in source) throw new TypeError('documents at URLs are fetched by a service')
    const { path, filename } = source
    const { size } = await stat(path)
    if (size > settings.maxUploadBytes)
      throw new DocumentError(`The document has ${size} bytes, more than the ${settings.maxUploadBytes} that are read.`)
    const mediaType = resolveMediaType(undefined, filename)
    const open = async (range: { start?: number; end?: number } = {}) => createReadStream(path, range)
    const detectedMediaType = await detectMediaType(open, { size, declared: mediaType, filename })
    const job = {
      id: randomUUIDv7(),
      operation: 'parse',
      outputs: query.outputs,
      includeRaw: query.includeRaw,
      images: 'inline',
      pageImages: false,
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
      throw new DocumentError(replaceControls(whyRunUnsupported(id, job, catalog.enabled)))

    const startedAt = new Date()
    listener.onRun({ provider: id, state: 'working', pagesDone: 0 })
    const request: ParseRequest = {
      source: { owner, mediaType: detectedMediaType, filename, size, open },
      pages: query.pages === undefined ? null : [...new Set(query.pages)].toSorted((one, other) => one - other),
      maxPages: settings.maxPages,
      options: query.providerOptions?.[id] ?? {},
      outputs: query.outputs,
      includeRaw: query.includeRaw,
      onProgress: ({ done, total }) =>
        listener.onRun({
          provider: id,
          state: 'working',
          pagesDone: done,
          ...(total !== null && { pagesTotal: total }),
        }),
    }
    const document = documentOf(await provider.parse(request, signal))
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
      read(...asked).catch((error: unknown) => {
        throw asCliError(error)
      }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const asCliError = (error: unknown): unknown => {
  if (error instanceof ProviderFailure) return new DocumentError(replaceControls(error.message), { cause: error })
  if (isAboutFile(error)) return new DocumentError(`The document cannot be read (${error.code}).`, { cause: error })
  if (!(error instanceof RequestProblem)) return error
  return new UsageError(error.errors.map(({ field, message }) => `${namedField(field)} ${message}`).join('\n'))
}

const isAboutFile = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'path' in error && 'code' in error && typeof error.code === 'string'
