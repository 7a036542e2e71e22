import type { Client } from '@polyparse/client'
import { UsageError } from './cli-error.ts'
import { urlOption } from './documents/options.ts'
import { interruptible } from './interruption.ts'
import type { Invocation } from './invocation.ts'
import { findRunningService } from './service/open-service.ts'
import { createServiceClient } from './service/service-client.ts'

/** The option of every command about what a service keeps for an account. */
export const serviceOption = [
  '--url <url>',
  'the service to use, with the key in POLYPARSE_API_KEY (default: POLYPARSE_URL, else the one on this machine)',
  urlOption,
] as const
export type ServiceOption = { readonly url?: string | undefined }

/** Asks a service that stays for what it keeps (`kept`, as a sentence begins): a temporary one would lose it. */
export const askRunningService = <Result>(
  invocation: Invocation,
  { url, kept }: ServiceOption & { readonly kept: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> =>
  interruptible(invocation, async (signal) => {
    await using access = await findRunningService(invocation, { url })
    if (access === null)
      throw new UsageError(`${kept} are stored in a service, and none runs here: name one with --url.`)
    signal.throwIfAborted()
    return await createServiceClient(access, signal).call(work)
  })
