import type { Reading } from '@polyparse/compare/results'
import type { Agreement } from '@polyparse/contract'
import { useEffect, useState } from 'react'
import { startWorker } from '../browser/trusted.ts'
import workerAddress from './agreement-worker.ts?worker&url'

export type AgreementState =
  | { readonly state: 'comparing' }
  | { readonly state: 'compared'; readonly agreement: Agreement }
  /** It took too long, or more memory than there is. */
  | { readonly state: 'failed' }

/** The longest time that the service takes for a comparison. */
const maxMs = 120_000

const comparing: AgreementState = { state: 'comparing' }

/** The agreement of two readings, by their names. The map must stay the same object as long as the readings do. */
export const useAgreement = (readings: ReadonlyMap<string, Reading>): AgreementState => {
  const [answered, setAnswered] = useState<{ readings: typeof readings; state: AgreementState }>({
    readings,
    state: comparing,
  })
  useEffect(() => {
    const worker = startWorker(workerAddress)
    const end = (state: AgreementState) => {
      clearTimeout(timer)
      worker.terminate()
      setAnswered({ readings, state })
    }
    const timer = setTimeout(() => end({ state: 'failed' }), maxMs)
    worker.addEventListener('message', ({ data }: MessageEvent<Agreement | null>) =>
      end(data === null ? { state: 'failed' } : { state: 'compared', agreement: data }),
    )
    worker.addEventListener('error', () => end({ state: 'failed' }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(readings)
    return () => {
      clearTimeout(timer)
      worker.terminate()
    }
  }, [readings])
  return answered.readings === readings ? answered.state : comparing
}
