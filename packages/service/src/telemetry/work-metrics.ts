import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { jobEnded } from '../jobs/events.ts'
import { resultDeliveryAttempted, webhookAttempted } from '../webhooks/events.ts'
import { runEnded, runHeld, runRetried, runTakenOver, vendorAsked } from '../worker/events.ts'

/** The buckets reach from a page of text, which takes milliseconds, to scanned books and jobs that wait for hours. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600]

export const registerWorkMetrics = (registry: Registry): (() => void) => {
  const stops = [startJobMetrics(registry), runs(registry), vendors(registry), webhooks(registry)]
  return () => {
    for (const stop of stops.flat()) stop()
  }
}

const startJobMetrics = (registry: Registry) => {
  const registers = [registry]
  const ended = new Counter({
    name: 'polyparse_jobs_ended_total',
    help: 'Jobs that this process has ended, by operation and outcome (complete, failed, cancelled).',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const labelNames = ['operation'] as const
  const durations = new Histogram({
    name: 'polyparse_job_duration_seconds',
    help: 'Time from the creation of a job to its end.',
    labelNames,
    buckets,
    registers,
  })
  const waits = new Histogram({
    name: 'polyparse_job_wait_seconds',
    help: 'Time from the creation of a job to the first request to a provider.',
    labelNames,
    buckets,
    registers,
  })
  return [
    jobEnded.on(({ operation, outcome, seconds, waitedSeconds }) => {
      ended.inc({ operation, outcome })
      durations.observe({ operation }, seconds)
      if (waitedSeconds !== null) waits.observe({ operation }, waitedSeconds)
    }),
  ]
}

const runs = (registry: Registry) => {
  const registers = [registry]
  const held = new Gauge({
    name: 'polyparse_runs_held',
    help: 'Runs that this process is working on now, by provider.',
    labelNames: ['provider'],
    registers,
  })
  const ended = new Counter({
    name: 'polyparse_runs_ended_total',
    help: 'Runs of jobs that this process has ended, by provider, outcome (parsed, failed, unsupported) and error code.',
    labelNames: ['provider', 'outcome', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'polyparse_run_duration_seconds',
    help: 'Time from the first request to a provider to the end of the run.',
    labelNames: ['provider', 'outcome'],
    buckets,
    registers,
  })
  const retried = new Counter({
    name: 'polyparse_runs_retried_total',
    help: 'Transient failures after which a run is retried, by provider and error code.',
    labelNames: ['provider', 'code'],
    registers,
  })
  const takenOver = new Counter({
    name: 'polyparse_runs_taken_over_total',
    help: 'Runs taken over from a process that died or seemed dead, by provider.',
    labelNames: ['provider'],
    registers,
  })
  return [
    runHeld.on(({ provider, held: isHeld }) => held.inc({ provider }, isHeld ? 1 : -1)),
    runRetried.on(({ provider, code }) => retried.inc({ provider, code })),
    runTakenOver.on(({ provider }) => takenOver.inc({ provider })),
    runEnded.on(({ provider, outcome, code, seconds }) => {
      ended.inc({ provider, outcome, code })
      if (seconds !== null) durations.observe({ provider, outcome }, seconds)
    }),
  ]
}

const vendors = (registry: Registry) => {
  const durations = new Histogram({
    name: 'polyparse_vendor_request_duration_seconds',
    help: 'Requests to vendors, by provider, step (upload, submit, find, poll, fetch, forget) and whether they succeeded.',
    labelNames: ['provider', 'step', 'succeeded'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  })
  return [
    vendorAsked.on(({ provider, step, succeeded, seconds }) =>
      durations.observe({ provider, step, succeeded: String(succeeded) }, seconds),
    ),
  ]
}

const webhooks = (registry: Registry) => {
  const attempts = (name: string, what: string) =>
    new Counter({
      name,
      help: `${what} sent by this process, by outcome (delivered, retried, given_up).`,
      labelNames: ['outcome'],
      registers: [registry],
    })
  const sent = attempts('polyparse_webhook_attempts_total', 'Webhooks')
  const delivered = attempts('polyparse_delivery_attempts_total', 'Results')
  return [
    webhookAttempted.on(({ outcome }) => sent.inc({ outcome })),
    resultDeliveryAttempted.on(({ outcome }) => delivered.inc({ outcome })),
  ]
}
