import type { ResolvedRequest } from '../../src/jobs/job.ts'

/** A parse to Markdown by the default provider, but for what is given. */
export const jobRequest = (given: Partial<ResolvedRequest> = {}): ResolvedRequest => ({
  operation: 'parse',
  outputs: ['markdown'],
  pages: null,
  provider: null,
  providers: null,
  providerOptions: {},
  includeRaw: false,
  extraction: null,
  classification: null,
  images: 'inline',
  pageImages: false,
  provisionalPages: false,
  deadlineSeconds: null,
  fallback: null,
  webhook: null,
  deliver: null,
  metadata: null,
  ...given,
})
