import type { CatalogEntry, JobParameters, UsageLimits } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'

/**
 * The number of pages of a document: counted here, or assumed from its size as the service does where it cannot count.
 */
export type PageCount = { readonly pages: number; readonly basis: 'counted' | 'size' }

/** A document to be read; its pages are null if they are unknown until the service has fetched it. */
export type EstimatedDocument = {
  readonly name: string
  readonly bytes: number | null
  readonly count: PageCount | null
}

/** The estimate of one provider's charge for all documents. */
export type ProviderEstimate = {
  readonly id: string
  readonly name: string
  readonly perPage: number
  readonly pages: number
  readonly cost: number
  /** It reads only the pages of which another provider is not sure, so this is the most that it charges. */
  readonly atMost: boolean
}

/** Why the service would refuse something, so that a vendor is never asked. Costs are in US dollars. */
export type SpendingRefusal =
  | { readonly limit: 'paidPagesPerDay'; readonly maximum: number; readonly left: number; readonly needed: number }
  | { readonly limit: 'paidCostPerJob'; readonly maximum: number; readonly document: string; readonly cost: number }
  | { readonly limit: 'pagesPerDay'; readonly maximum: number }
  | {
      readonly limit: 'pages' | 'bytes'
      readonly maximum: number
      readonly document: string
      readonly provider: string
    }

export type Estimate = {
  readonly providers: readonly ProviderEstimate[]
  readonly pages: number
  readonly cost: number
  /** The part of the cost of all pages that the chosen pages save. */
  readonly saved: number
  /** The number of documents that are in `pages` by their size, and of those that are not in it at all. */
  readonly bySize: number
  readonly unknown: number
  readonly refusals: readonly SpendingRefusal[]
}

type Charging = { readonly entry: CatalogEntry; readonly perPage: number; readonly atMost: boolean }

/** The providers that would charge for a job, with their prices for its options. */
export const chargingProviders = (
  { provider, providers, providerOptions = {} }: JobParameters,
  catalog: readonly CatalogEntry[],
): Charging[] => {
  const chosen = providers ?? (provider === undefined ? [] : [provider])
  const named = provider === undefined ? undefined : providerOptions[provider]?.['escalate']
  const escalated = named ?? escalationOf(catalog.find(({ id }) => id === provider))
  return catalog.flatMap((entry) => {
    const { id, price, enabled } = entry
    const atMost = !chosen.includes(id)
    if (price === undefined || !enabled || (atMost && id !== escalated)) return []
    const { option = '', prices = {} } = price.byOption ?? {}
    return [{ entry, perPage: prices[String(providerOptions[id]?.[option])] ?? price.perPage, atMost }]
  })
}

const Escalating = Type.Object({
  properties: Type.Object({ escalate: Type.Object({ default: Type.String() }) }),
})

/** The provider that this one escalates to where a job names none. */
const escalationOf = (entry: CatalogEntry | undefined): string | null =>
  entry !== undefined && Check(Escalating, entry.options) ? entry.options.properties.escalate.default : null

/** Returns what a job of these parameters would cost for each of the documents; null if no provider charges. */
export const estimate = (
  documents: readonly EstimatedDocument[],
  parameters: JobParameters,
  { catalog, limits }: { readonly catalog: readonly CatalogEntry[]; readonly limits: UsageLimits },
): Estimate | null => {
  const charging = chargingProviders(parameters, catalog)
  if (charging.length === 0) return null
  const pages = sumOfEstimateItems(documents, (each) => pagesRead(each, parameters.pages))
  const all = sumOfEstimateItems(documents, (each) => pagesRead(each, undefined))
  const providers = charging.map(({ entry: { id, name }, perPage, atMost }) => ({
    id,
    name,
    perPage,
    pages,
    cost: pages * perPage,
    atMost,
  }))
  return {
    providers,
    pages,
    cost: sumOfEstimateItems(providers, ({ cost }) => cost),
    saved: sumOfEstimateItems(providers, ({ perPage }) => (all - pages) * perPage),
    bySize: documents.filter(({ count }) => count?.basis === 'size').length,
    unknown: documents.filter(({ count }) => count === null).length,
    refusals: refusalsOf(
      documents,
      charging.filter(({ atMost }) => !atMost),
      parameters.pages,
      limits,
    ),
  }
}

/** The service cannot apply a choice of pages to what it cannot count. */
const pagesRead = ({ count }: EstimatedDocument, chosen: readonly number[] | undefined): number => {
  if (count === null) return 0
  if (count.basis === 'size' || chosen === undefined) return count.pages
  return chosen.filter((page) => page <= count.pages).length
}

/** Finds refusals by the rules of the service. An escalation that would exceed a limit is left out and refuses nothing. */
const refusalsOf = (
  documents: readonly EstimatedDocument[],
  charging: readonly Charging[],
  chosen: readonly number[] | undefined,
  { paidPagesPerDay, paidCostPerJob, pagesPerDay }: UsageLimits,
): SpendingRefusal[] => {
  const refusals: SpendingRefusal[] = []
  if (pagesPerDay !== undefined && pagesPerDay.used >= pagesPerDay.limit)
    refusals.push({ limit: 'pagesPerDay', maximum: pagesPerDay.limit })
  const needed = sumOfEstimateItems(documents, (each) => pagesRead(each, chosen)) * charging.length
  if (paidPagesPerDay !== undefined && paidPagesPerDay.used + needed > paidPagesPerDay.limit) {
    const { limit, used } = paidPagesPerDay
    refusals.push({ limit: 'paidPagesPerDay', maximum: limit, left: Math.max(0, limit - used), needed })
  }
  const perPage = sumOfEstimateItems(charging, (each) => each.perPage)
  const dearest = documents.toSorted((one, other) => pagesRead(other, chosen) - pagesRead(one, chosen))[0]
  const cost = dearest === undefined ? 0 : pagesRead(dearest, chosen) * perPage
  if (dearest !== undefined && paidCostPerJob !== undefined && millionths(cost) > millionths(paidCostPerJob))
    refusals.push({ limit: 'paidCostPerJob', maximum: paidCostPerJob, document: dearest.name, cost })
  for (const { entry } of charging) {
    const { bytes = Infinity, pages = Infinity } = entry.limits ?? {}
    const [provider, large] = [entry.name, documents.find((each) => (each.bytes ?? 0) > bytes)]
    if (large !== undefined) refusals.push({ limit: 'bytes', maximum: bytes, document: large.name, provider })
    const long = documents.find((each) => each.count?.basis === 'counted' && pagesRead(each, chosen) > pages)
    if (long !== undefined) refusals.push({ limit: 'pages', maximum: pages, document: long.name, provider })
  }
  return refusals
}

const sumOfEstimateItems = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** Counts money as the service does, so that sums of tenths are compared exactly. */
const millionths = (dollars: number): number => Math.round(dollars * 1_000_000)
