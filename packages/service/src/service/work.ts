import { join } from 'node:path'
import { createKeyedLimit } from '../lib/keyed-limit.ts'
import { createWebhookSecrets } from '../accounts/webhook-secrets.ts'
import { openSecretBox } from './secret-box.ts'
import { startCourier } from '../webhooks/courier.ts'
import { startResultDeliveries } from '../webhooks/deliver-results.ts'
import { createAuditChore, createPageImagesChore } from '../worker/chores.ts'
import { startJanitor } from '../worker/janitor.ts'
import { sweepBrokenUploads } from '../worker/orphans.ts'
import type { WorkerParts } from '../worker/parts.ts'
import { openAnswerSpool } from '../worker/remote/answer-spool.ts'
import { startAnswerRecovery } from '../worker/remote/recover-answers.ts'
import { createRenderer } from '../worker/rendering/renderer.ts'
import { spareSlots } from '../queue/queue.ts'
import { workOn } from '../worker/worker.ts'
import { removeBrokenBackup } from './back-up.ts'
import { graceMs, type Common } from './common.ts'
import { isRemote, type Provider } from '@polyparse/providers/port'
import { warnOfStrandedRuns } from './stranded-runs.ts'

/** The number of sources that this process fetches from URLs at a time: a fetch mostly waits. */
const fetchesAtOnce = 16

/** The number of sources of one account that this process fetches at a time. */
const fetchesPerAccount = 4

/** The number of sources that this process fetches from one host at a time. */
const fetchesPerHost = 4

/** The time that webhooks and results in flight may take to arrive. */
const arrivalMs = 3_000

/** CPU time for the outputs of one document: the largest that were measured take a fifth of it. */
const renderSeconds = 120

/** A process that its supervisor restarts after an outage finds what it kept on its disk within this time. */
const answerGraceSeconds = 30

/** A vendor may take a while to list what it has accepted, and may be away for a moment. */
const findPausesMs = [1000, 4000, 15_000, 30_000]

type Work = Pick<WorkerParts, 'answers' | 'providerKeys' | 'drawPageImages'> & {
  readonly providers: readonly Provider[]
}

/**
 * Starts to work on runs, to do the janitor's chores and to deliver webhooks and results, until the returned function is called.
 */
export const startWork = async (
  parts: AsyncDisposableStack,
  common: Common,
  { providers, answers, providerKeys, drawPageImages }: Work,
): Promise<() => Promise<void>> => {
  const { settings, database, queue, endings, clock, logger } = common
  const { addressPolicy } = settings
  const webhookSecrets = createWebhookSecrets({ database, box: openSecretBox(settings) })
  const worker: WorkerParts = {
    ...common,
    answerSpool: await openAnswerSpool(join(settings.dataDirectory, 'answers')),
    answers,
    answerReadings: createKeyedLimit(1),
    renderer: parts.adopt(
      createRenderer({ maxMebibytes: settings.documentMemoryMebibytes, maxSeconds: renderSeconds }),
      (it) => it.close(),
    ),
    hosts: createKeyedLimit(fetchesPerHost),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    providerKeys,
    drawPageImages,
    escalateTo: settings.autoEscalate,
    limits: {
      maxSourceBytes: settings.maxUploadBytes,
      maxPages: settings.maxPages,
      addressPolicy,
      concurrency: concurrencyLimits(providers, settings.providerLimits),
      answerGraceSeconds,
      findPausesMs,
      spending: {
        pagesPerDay: settings.paidPagesPerDay,
        costPerJob: settings.paidCostPerJob === null ? null : Math.round(settings.paidCostPerJob * 1_000_000),
      },
    },
  }
  await warnOfStrandedRuns(database, worker.providers, logger)
  // The embedded database has one owner, so every run that is held belonged to a process that is gone.
  if (database.kind === 'pglite') {
    await queue.handBack()
    await removeBrokenBackup(settings)
    const removed = await sweepBrokenUploads(worker)
    if (removed > 0) logger.info({ removed }, 'removed what interrupted uploads had left')
  }
  parts.defer(await startAnswerRecovery(worker))
  // No run could end without storage.
  const isReady = () => worker.storage.isAvailable()
  queue.work({ isReady, concurrency: settings.workerConcurrency, spare: spareSlots }, (due, signal) =>
    workOn(worker, due, signal),
  )
  queue.work(
    { isReady, concurrency: fetchesAtOnce, perAccount: fetchesPerAccount },
    (due, signal) => workOn(worker, due, signal, 'fetch'),
    'fetch',
  )
  parts.defer(
    startJanitor(worker, { resultSeconds: settings.resultRetentionSeconds, jobSeconds: settings.jobRetentionSeconds }, [
      createAuditChore(settings.auditRetentionSeconds),
      createPageImagesChore(settings.pageImageRetentionSeconds),
    ]),
  )
  const courier = parts.adopt(startCourier({ database, endings, webhookSecrets, clock, logger, addressPolicy }), (it) =>
    it.close(arrivalMs),
  )
  const results = parts.adopt(
    startResultDeliveries({ database, blobs: common.blobs, endings, webhookSecrets, clock, logger, addressPolicy }),
    (it) => it.close(arrivalMs),
  )
  return async () => {
    await Promise.all([queue.close(graceMs), courier.close(arrivalMs), results.close(arrivalMs)])
  }
}

/**
 * Returns how many runs each provider may work on at once, over all workers: the operator's setting, else the vendor's own
 * limit. A provider without an entry has no limit.
 */
const concurrencyLimits = (
  providers: Iterable<Provider>,
  settings: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const own = [...providers].filter(isRemote).map(({ id, limits }): [string, number] => [id, limits.concurrency])
  return new Map([...own, ...settings])
}
