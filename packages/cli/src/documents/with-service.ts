import type { CatalogEntry, Metadata } from '@polyparse/contract'
import { interruptible } from '../interruption.ts'
import type { Invocation } from '../invocation.ts'
import type { NamedProviders } from '../service/known-providers.ts'
import { openService } from '../service/open-service.ts'
import { createServiceClient, type ServiceClient } from '../service/service-client.ts'
import { openDisplay, type Display } from './display.ts'
import { readCatalog } from './read-catalog.ts'

/** The options of every command that parses documents. */
export type ServiceOptions = NamedProviders & {
  readonly url?: string
  readonly quiet?: boolean
  readonly metadata?: Metadata
}

export type DocumentContext = {
  readonly client: ServiceClient
  readonly catalog: readonly CatalogEntry[]
  readonly display: Display
  readonly signal: AbortSignal
}

/** Runs work with a service, and leaves nothing behind when it ends, fails or is interrupted. */
export const withService = <Result>(
  invocation: Invocation,
  options: ServiceOptions,
  work: (context: DocumentContext) => Promise<Result>,
): Promise<Result> =>
  interruptible(invocation, async (signal) => {
    await using access = await openService(invocation, options)
    signal.throwIfAborted()
    using display = openDisplay(options, invocation.stderr)
    const client = createServiceClient(access, signal)
    return await work({ client, catalog: await readCatalog(client), display, signal })
  })
