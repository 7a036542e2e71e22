import { limits } from '@polyparse/contract'
import type { Transaction } from '../../db/database.ts'
import {
  isLimited,
  lockSpending,
  noteSpending,
  readSpent,
  type Charge,
  type SpendingLimits,
  type Spent,
} from '../../jobs/spending.ts'
import { pricePerPage, ProviderFailure, type ParseRequest } from '@polyparse/providers/port'
import { untilAborted } from '@polyparse/engine'
import type { WorkerParts } from '../parts.ts'
import type { RemoteRun } from './remote-run.ts'

/** The expected charge of the run; null if there is no ceiling or no price. Nothing is sent. */
export const expectedCharge = async (
  { limits: { spending } }: WorkerParts,
  { provider }: RemoteRun,
  request: ParseRequest,
  signal: AbortSignal,
): Promise<Charge | null> => {
  if (provider.price === undefined || !isLimited(spending)) return null
  const count = provider.countPages?.bind(provider)
  const known = count === undefined ? null : await untilAborted(count(request, signal), signal)
  const pages = known ?? Math.max(1, Math.ceil(request.source.size / limits.assumedPageBytes))
  return { pages, cost: Math.round(pages * pricePerPage(provider, request) * 1_000_000) }
}

/**
 * @throws {ProviderFailure} when the charge exceeds a ceiling now; that is checked again when the submit is recorded.
 */
export const requireSpendingRoom = async (
  parts: WorkerParts,
  { job, run }: RemoteRun,
  charge: Charge,
): Promise<void> => {
  const spent = await readSpent(parts.database, { runId: run.id, jobId: job.id, accountId: job.accountId })
  const why = whyTooMuch(spent, charge, parts.limits.spending)
  if (why !== null) throw tooMuch(why)
}

/** Counts the charge of a submit that is about to be sent, unless it exceeds a ceiling: then it returns why. */
export const spend = async (
  { limits: { spending } }: WorkerParts,
  transaction: Transaction,
  { job, run, provider }: RemoteRun,
  { charge, submission }: { readonly charge: Charge; readonly submission: number },
): Promise<ProviderFailure | null> => {
  const owner = { runId: run.id, jobId: job.id, accountId: job.accountId }
  await lockSpending(transaction, job.accountId)
  const why = whyTooMuch(await readSpent(transaction, owner), charge, spending)
  if (why !== null) return tooMuch(why)
  await noteSpending(transaction, { ...owner, submission, provider: provider.id }, charge)
  return null
}

const tooMuch = (message: string): ProviderFailure =>
  new ProviderFailure('spending_limit', message, { notAccepted: true })

const whyTooMuch = (
  { pagesToday, jobCost }: Spent,
  { pages, cost }: Charge,
  { pagesPerDay, costPerJob }: SpendingLimits,
): string | null => {
  if (pagesPerDay !== null && pagesToday + pages > pagesPerDay)
    return `The account may send ${pagesPerDay} pages a day (UTC) to vendors that charge. ${pagesToday} are used or reserved, and this document needs about ${pages} more. The vendor was not asked.`
  if (costPerJob !== null && jobCost + cost > costPerJob)
    return `A job may cost ${usdOfMillionths(costPerJob)} at vendors. ${usdOfMillionths(jobCost)} are used or reserved, and this document needs about ${usdOfMillionths(cost)} more. The vendor was not asked.`
  return null
}

const usdOfMillionths = (millionths: number): string =>
  `${(millionths / 1_000_000).toFixed(4).replace(/0{1,2}$/, '')} USD`
