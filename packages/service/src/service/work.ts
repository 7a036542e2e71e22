import { createKeyedLimit } from '../lib/keyed-limit.ts'
import { startCourier } from '../webhooks/courier.ts'
import { startJanitor } from '../worker/janitor.ts'
import { sweepBrokenUploads } from '../worker/orphans.ts'
import type { WorkerParts } from '../worker/parts.ts'
import { createRenderer } from '../worker/rendering/renderer.ts'
import { workOn } from '../worker/worker.ts'
import { graceMs, type Common } from './common.ts'
import { isRemote, type Provider } from '../providers/provider.ts'

/** How many sources this process fetches from one host at a time. */
const fetchesPerHost = 4

/** How long webhooks in flight may take to arrive. */
const arrivalMs = 3_000

/** The time limit for the outputs of one document: the largest that were measured take a fifth of it. */
const renderSeconds = 120

/**
 * Starts to work on runs, to do the janitor's chores and to deliver webhooks, until the returned function is called.
 */
export const startWork = async (
  parts: AsyncDisposableStack,
  common: Common,
  providers: readonly Provider[],
): Promise<() => Promise<void>> => {
  const { settings, database, queue, endings, clock, logger } = common
  const { addressPolicy } = settings
  const worker: WorkerParts = {
    ...common,
    renderer: parts.adopt(
      createRenderer({ maxMebibytes: settings.documentMemoryMebibytes, maxSeconds: renderSeconds }),
      (it) => it.close(),
    ),
    hosts: createKeyedLimit(fetchesPerHost),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    limits: {
      maxSourceBytes: settings.maxUploadBytes,
      maxPages: settings.maxPages,
      addressPolicy,
      concurrency: concurrencyLimits(providers, settings.providerLimits),
      spending: {
        pagesPerDay: settings.paidPagesPerDay,
        costPerJob: settings.paidCostPerJob === null ? null : Math.round(settings.paidCostPerJob * 1_000_000),
      },
    },
  }
  // The embedded database has one owner, so every message in delivery belonged to a process that is gone.
  if (database.kind === 'pglite') {
    await queue.handBack()
    const removed = await sweepBrokenUploads(worker)
    if (removed > 0) logger.info({ removed }, 'removed what interrupted uploads had left')
  }
  await queue.work(settings.workerConcurrency, (message, signal) => workOn(worker, message, signal))
  await queue.work(settings.fetchConcurrency, (message, signal) => workOn(worker, message, signal, 'fetch'), 'fetch')
  parts.defer(
    startJanitor(worker, {
      resultSeconds: settings.resultRetentionSeconds,
      jobSeconds: settings.jobRetentionSeconds,
    }),
  )
  const courier = parts.adopt(startCourier({ database, endings, clock, logger, addressPolicy }), (it) =>
    it.close(arrivalMs),
  )
  return async () => {
    await Promise.all([queue.close(graceMs), courier.close(arrivalMs)])
  }
}

/**
 * How many runs each provider may work on at once, over all workers: the operator's setting, else the vendor's own
 * limit. A provider without an entry has no limit.
 */
const concurrencyLimits = (
  providers: Iterable<Provider>,
  settings: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const own = [...providers].filter(isRemote).map(({ id, limits }): [string, number] => [id, limits.concurrency])
  return new Map([...own, ...settings])
}
