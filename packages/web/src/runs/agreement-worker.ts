import { differencesBetween, type Reading } from '@polyparse/compare/results'
import type { Agreement } from '@polyparse/contract'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that has started this worker
const postAgreement = (agreement: Agreement | null): void => self.postMessage(agreement)

/** Compares two readings away from the page, which stays free; null if that fails. */
self.addEventListener('message', ({ data }: MessageEvent<ReadonlyMap<string, Reading>>) => {
  differencesBetween(data).then(postAgreement, () => postAgreement(null))
})
