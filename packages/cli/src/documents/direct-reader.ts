import { openDirectReader, RequestProblem, UnreadableDocumentError } from '@polyparse/service/direct'
import type { Settings } from '@polyparse/service/settings'
import { DocumentError, UsageError } from '../cli-error.ts'
import type { DocumentReader } from './document-reader.ts'
import { replaceControls } from '../output.ts'
import { namedField } from '../service/service-client.ts'
import { temporaryFolder } from '../service/temporary-folder.ts'
import { cacheFolderOf } from '../user-folders.ts'

/**
 * Reads documents of this machine in this process, with the failures that the command line reports. `documents` says how many there are
 * to read, where that is known.
 */
export const openDirectDocumentReader = (
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  asked: { readonly documents: number | null; readonly signal: AbortSignal },
): DocumentReader & AsyncDisposable => {
  const parts = new AsyncDisposableStack()
  const { path: spoolDirectory } = parts.use(temporaryFolder())
  const folders = { spoolDirectory, cacheFolder: cacheFolderOf(environment) }
  const direct = parts.use(openDirectReader(settings, folders, asked))
  return {
    catalog: direct.catalog,
    concurrency: direct.concurrency,
    read: async (source, query, { onRun }) => {
      if ('url' in source) throw new TypeError('documents at URLs are fetched by a service')
      return direct.read(source, query, onRun).catch((error: unknown) => {
        throw asCommandError(error)
      })
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const asCommandError = (error: unknown): unknown => {
  if (error instanceof UnreadableDocumentError)
    return new DocumentError(replaceControls(error.message), { cause: error })
  if (!(error instanceof RequestProblem)) return error
  return new UsageError(error.errors.map(({ field, message }) => `${namedField(field)} ${message}`).join('\n'))
}
