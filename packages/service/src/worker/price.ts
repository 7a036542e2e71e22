import type { StoredJob, Run } from '../jobs/job.ts'
import { isRemote, pricePerPage } from '@polyparse/providers/port'
import { optionsFor } from './parse-request.ts'
import type { WorkerParts } from './parts.ts'
import type { RenderRequest } from './rendering/messages.ts'

/** The known price of what a run reads, if its provider charges. */
export const priceOf = ({ providers }: WorkerParts, job: StoredJob, run: Run): Pick<RenderRequest, 'price'> => {
  const provider = providers.get(run.provider)
  if (provider === undefined || !isRemote(provider) || provider.price === undefined) return {}
  const perPage = pricePerPage(provider, { options: optionsFor(job, provider) })
  return { price: { perPage, perCredit: provider.price.perCredit ?? null } }
}
