import { Gauge, type Registry } from 'prom-client'
import { maxCounted, type CountedFigures, type Figures, type ReadFigures } from './figures.ts'

export type FleetMetrics = {
  report(read: ReadFigures): void
  /** Sets the gauges to the current figures; without figures in time they have no value. */
  update(): Promise<void>
}

/** A scrape must not wait for a database that does not answer. */
const fleetMetricsTimeoutMs = 2000

const some = `Covers the whole fleet and is the same from every process. Counted up to ${maxCounted}.`

/** Gauges of all processes together, from the database. */
export const createFleetMetrics = (registry: Registry): FleetMetrics => {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })

  const jobs = gauge('polyparse_jobs', `Unfinished jobs by status (queued, running). ${some}`, ['status'])
  const runs = gauge(
    'polyparse_queue_runs',
    `Waiting runs, by provider and state: waiting (for a worker), blocked (the provider is at its limit), at_vendor. ${some}`,
    ['provider', 'state'],
  )
  const ages = {
    oldestWaiting: gauge('polyparse_queue_oldest_seconds', 'Age of the oldest run waiting for a worker.', []),
    oldestUnfinished: gauge('polyparse_oldest_job_seconds', 'Age of the oldest unfinished job.', []),
    oldestSource: gauge(
      'polyparse_oldest_source_seconds',
      'Age of the oldest document that is still stored for a job.',
      [],
    ),
    oldestDeletion: gauge(
      'polyparse_oldest_deletion_seconds',
      'How long the oldest requested deletion has been waiting.',
      [],
    ),
    oldestWebhook: gauge('polyparse_oldest_webhook_seconds', 'How long the next webhook has been due.', []),
    oldestResultDelivery: gauge(
      'polyparse_oldest_delivery_seconds',
      'How long the next delivery of a result has been due.',
      [],
    ),
  }
  const deletions = gauge('polyparse_deletions_due', `Blobs waiting to be deleted. ${some}`, [])
  const webhooks = gauge('polyparse_webhooks_due', `Webhooks waiting to be sent, now or later. ${some}`, [])
  const deliveries = gauge(
    'polyparse_deliveries_due',
    `Deliveries of results waiting to be sent, now or later. ${some}`,
    [],
  )
  const age = gauge('polyparse_fleet_figures_age_seconds', 'Age of the figures of the fleet.', [])
  const labelled = [jobs, runs]
  const single = [...Object.values(ages), deletions, webhooks, deliveries, age]

  const show = ({ figures, secondsOld }: CountedFigures): void => {
    jobs.set({ status: 'queued' }, figures.jobs.queued)
    jobs.set({ status: 'running' }, figures.jobs.running)
    for (const [state, counts] of statesOf(figures))
      for (const [provider, count] of Object.entries(counts)) runs.set({ provider, state }, count)
    ages.oldestWaiting.set(figures.oldestWaiting ?? 0)
    ages.oldestUnfinished.set(figures.oldestUnfinished ?? 0)
    ages.oldestSource.set(figures.oldestSource ?? 0)
    ages.oldestDeletion.set(figures.oldestDeletion ?? 0)
    ages.oldestWebhook.set(figures.oldestWebhook ?? 0)
    deletions.set(figures.deletions)
    webhooks.set(figures.webhooks)
    // Nothing, rather than 0, where it is not known.
    if (figures.resultDeliveries !== null) {
      deliveries.set(figures.resultDeliveries)
      ages.oldestResultDelivery.set(figures.oldestResultDelivery ?? 0)
    }
    age.set(secondsOld)
  }

  let read: ReadFigures = async () => null
  return {
    report: (reader) => {
      read = reader
    },
    update: async () => {
      const counted = await inTime(read)
      for (const each of labelled) each.reset()
      // A reset would set 0, which would be wrong.
      for (const each of single) each.remove()
      if (counted !== null) show(counted)
    },
  }
}

const statesOf = ({ waiting, blocked, atVendors }: Figures) =>
  [
    ['waiting', waiting],
    ['blocked', blocked],
    ['at_vendor', atVendors],
  ] as const

const inTime = async (read: ReadFigures): Promise<CountedFigures | null> => {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, fleetMetricsTimeoutMs, null)
  try {
    return await Promise.race([read().catch(() => null), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
