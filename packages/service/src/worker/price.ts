import type { Job, Run } from '../jobs/job.ts'
import { isRemote, type ParseRequest, type RemoteProvider } from '../providers/provider.ts'
import { optionsFor } from './parse-request.ts'
import type { WorkerParts } from './parts.ts'
import type { RenderRequest } from './rendering/messages.ts'

/** The price for the options of the request. An unknown value of a priced option counts as the most expensive. */
export const pricePerPage = (
  { price }: Pick<RemoteProvider, 'price'>,
  { options }: Pick<ParseRequest, 'options'>,
): number => {
  if (price === undefined) return 0
  const { option, prices } = price.byOption ?? {}
  const chosen = option === undefined ? undefined : options[option]
  if (prices === undefined || chosen === undefined) return price.perPage
  const known = typeof chosen === 'string' && Object.hasOwn(prices, chosen) ? prices[chosen] : undefined
  return known ?? Math.max(price.perPage, ...Object.values(prices))
}

/** The known price of what a run reads, if its provider charges. */
export const priceOf = ({ providers }: WorkerParts, job: Job, run: Run): Pick<RenderRequest, 'price'> => {
  const provider = providers.get(run.provider)
  if (provider === undefined || !isRemote(provider) || provider.price === undefined) return {}
  const perPage = pricePerPage(provider, { options: optionsFor(job, provider) })
  return { price: { perPage, perCredit: provider.price.perCredit ?? null } }
}
