import { ParseResult } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { readSettings } from '@polyparse/service/settings'
import { CliError } from '../cli-error.ts'
import { canReadDirectly } from './can-read-directly.ts'
import { interruptible } from '../interruption.ts'
import type { Invocation } from '../invocation.ts'
import type { ServiceAccess } from '../service/access.ts'
import { findRunningService, openService } from '../service/open-service.ts'
import { runJob } from './run-job.ts'
import { createServiceClient } from '../service/service-client.ts'
import { type Display, openDisplay } from './display.ts'
import type { DocumentReader, ReadQuery } from './document-reader.ts'
import type { DocumentSource } from './document-source.ts'
import { readCatalog } from './read-catalog.ts'
import type { ServiceOptions } from './with-service.ts'

type ReaderContext = { readonly reader: DocumentReader; readonly display: Display; readonly signal: AbortSignal }

/**
 * Runs work with a reader of these documents, and leaves nothing behind when it ends, fails or is interrupted: the
 * service that is named or runs here; else this process, where it can; else a temporary service.
 */
export const withReader = <Result>(
  invocation: Invocation,
  options: ServiceOptions,
  { sources, query }: { readonly sources: readonly DocumentSource[]; readonly query: ReadQuery },
  work: (context: ReaderContext) => Promise<Result>,
): Promise<Result> =>
  interruptible(invocation, async (signal) => {
    await using parts = new AsyncDisposableStack()
    const running = await findRunningService(invocation, options)
    const settings = readSettings(invocation.environment)
    signal.throwIfAborted()
    using display = openDisplay(options, invocation.stderr)
    if (running === null && canReadDirectly(settings, sources, query)) {
      // Imported lazily: a command that reaches a service needs no engines.
      // What is not known yet, such as the files of a sync, may be many.
      const documents = sources.length === 0 ? null : sources.length
      const { openDirectDocumentReader } = await import('./direct-reader.ts')
      return await work({
        reader: parts.use(openDirectDocumentReader(settings, invocation.environment, { documents, signal })),
        display,
        signal,
      })
    }
    const access = parts.use(running ?? (await openService(invocation, options)))
    signal.throwIfAborted()
    return await work({ reader: await serviceReader(access, signal), display, signal })
  })

/** A service has a queue of its own; this many at once keep it busy. */
const serviceConcurrency = 4

const serviceReader = async (access: ServiceAccess, signal: AbortSignal): Promise<DocumentReader> => {
  const client = createServiceClient(access, signal)
  return {
    catalog: await readCatalog(client),
    concurrency: serviceConcurrency,
    read: async (source, { idempotencyKey, ...query }, listener) => {
      const job = await runJob(client, source, { operation: 'parse', ...query }, { ...listener, idempotencyKey })
      if (!Check(ParseResult, job.result)) throw new CliError('The service answered with an unexpected result.')
      return job.result
    },
  }
}
