import { inSpan, SpanKind } from '../../lib/tracing.ts'
import { untilAborted } from '@polyparse/engine'
import { ProviderFailure, type RemoteProvider } from '@polyparse/providers/port'
import { UnreadAnswer } from '@polyparse/providers/port'
import { vendorAsked, type VendorStep } from '../events.ts'

const lastWordMs = 1000

/**
 * Calls a method of a remote provider for one step of its work. After `seconds` its signal is aborted, and it can still
 * return what it knows; a call that does not return even then is abandoned.
 */
export const callProvider = async <Result>(
  { id, name }: RemoteProvider,
  step: VendorStep,
  seconds: number,
  call: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const late = AbortSignal.timeout(Math.max(1, seconds * 1000))
  const forGood = AbortSignal.timeout(seconds * 1000 + lastWordMs)
  const or = (other: AbortSignal) => (signal === undefined ? other : AbortSignal.any([signal, other]))
  try {
    return await observeVendorCall(id, step, () => untilAborted(call(or(late)), or(forGood)))
  } catch (error) {
    signal?.throwIfAborted()
    // The vendor has answered in time.
    if (error instanceof UnreadAnswer) throw error
    if (!late.aborted || (error instanceof ProviderFailure && error.notAccepted)) throw error
    throw new ProviderFailure('provider_unavailable', `${name} did not answer within ${Math.ceil(seconds)} s.`, {
      transient: true,
      cause: error,
    })
  }
}

const observeVendorCall = async <Result>(
  provider: string,
  step: VendorStep,
  work: () => Promise<Result>,
): Promise<Result> => {
  const startedAt = performance.now()
  let succeeded = false
  try {
    // The trace is not sent to vendors, because it does not concern them.
    const result = await inSpan(`${step} ${provider}`, { kind: SpanKind.CLIENT }, work)
    succeeded = true
    return result
  } finally {
    vendorAsked.emit({ provider, step, succeeded, seconds: (performance.now() - startedAt) / 1000 })
  }
}
