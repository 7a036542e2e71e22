import type { VendorHttp } from './http.ts'
import type { RemoteLimits, RemoteProvider } from './provider.ts'
import { readingSeconds } from './vendor-answers.ts'

/** The steps after the submit, of a vendor that answers that with the result: there is nothing to ask for later. */
export const answersAtOnce = (http: Pick<VendorHttp, 'failure'>): Pick<RemoteProvider, 'poll' | 'fetch'> => ({
  poll: async () => ({ kind: 'ready' }),
  ...resultInPoll(http),
})

/**
 * Makes the methods of a vendor whose answer to a poll has the result: it is read there and then, instead of being
 * downloaded again.
 */
export const resultInPoll = (http: Pick<VendorHttp, 'failure'>): Pick<RemoteProvider, 'fetch'> => ({
  fetch: async () => {
    throw http.failure('gone', {}, null)
  },
})

/** The time for such a poll, the files that belong to the result included. */
export const resultSeconds = 1800

/**
 * The times of such a vendor, which may take so long for an answer.
 * @example timesFor(60) // { answerSeconds: 120, deadlineSeconds: 240 }
 */
export const timesFor = (answerSeconds: number): Pick<RemoteLimits, 'answerSeconds' | 'deadlineSeconds'> => ({
  answerSeconds: answerSeconds + readingSeconds,
  deadlineSeconds: 2 * (answerSeconds + readingSeconds),
})
