import type { Job } from '../jobs/job.ts'
import type { Provider } from '../providers/provider.ts'

/** A provider that is no longer enabled is left to its run, which says so. */
export const supports = (provider: Provider | undefined, job: Job, mediaType: string): boolean =>
  provider === undefined ||
  (provider.mediaTypes.includes(mediaType) &&
    job.outputs.every((output) => provider.capabilities.outputs.includes(output)))
