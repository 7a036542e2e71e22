import type { SandboxObserver } from '@polyparse/sandbox'
import { collectDefaultMetrics, Gauge, Registry, Counter, Histogram } from 'prom-client'
import type { BlobStore } from '../blobs/blob-store.ts'
import { countBlobs, createBlobMetrics } from './blob-metrics.ts'
import { createFleetMetrics } from './fleet-metrics.ts'
import type { ReadFigures } from './figures.ts'
import { registerWorkMetrics } from './work-metrics.ts'
import { requestAnswered } from '../api/request-answered.ts'

/** The metrics of this process's own work, and of the fleet. */
export type Metrics = {
  /** The same store, with its traffic counted. */
  countBlobs(blobs: BlobStore): BlobStore
  /** Counts the processes of the sandbox that it is passed to. */
  readonly sandboxObserver: SandboxObserver
  /** Adds the figures of the fleet to every scrape from now on. */
  reportFleet(read: ReadFigures): void
  /** Writes the figures in the text format of Prometheus. Never fails because of the database: its figures are then missing. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

export type ProcessRole = 'api' | 'worker' | 'both'

/** A registry of its own, so that it ends with its service. */
export const createMetrics = ({ role, version }: { role: ProcessRole; version: string }): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'polyparse_build_info',
    help: 'Always 1. The labels describe this process.',
    labelNames: ['version', 'role', 'node'],
    registers: [registry],
  }).set({ version, role, node: process.version }, 1)

  const stops = [registerApiMetrics(registry), registerWorkMetrics(registry)]
  const blobMetrics = createBlobMetrics(registry)
  const fleet = createFleetMetrics(registry)
  return {
    countBlobs: (blobs) => countBlobs(blobs, blobMetrics),
    sandboxObserver: createEngineMetrics(registry),
    reportFleet: (read) => fleet.report(read),
    text: async () => {
      await fleet.update()
      return registry.metrics()
    },
    contentType: registry.contentType,
    close: () => {
      for (const stop of stops) stop()
      registry.clear()
    },
  }
}

/** Clients may send any method, and each would become a series of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const registerApiMetrics = (registry: Registry): (() => void) => {
  const requests = new Counter({
    name: 'polyparse_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'polyparse_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, without requests that asked to wait.',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers: [registry],
  })
  return requestAnswered.on(({ method: given, route, status, seconds }) => {
    const method = methods.has(given) ? given : 'other'
    requests.inc({ method, route: route ?? 'none', status })
    if (seconds !== null) durations.observe({ method, route: route ?? 'none' }, seconds)
  })
}

/** Counts engine processes as the sandbox reports them. */
const createEngineMetrics = (registry: Registry): SandboxObserver => {
  const registers = [registry]
  const running = new Gauge({
    name: 'polyparse_engine_processes',
    help: 'Running engine processes.',
    registers,
  })
  const started = new Counter({
    name: 'polyparse_engine_processes_started_total',
    help: 'Engine processes started.',
    registers,
  })
  const failed = new Counter({
    name: 'polyparse_engine_start_failures_total',
    help: 'Engine processes that could not be started.',
    registers,
  })
  const ended = new Counter({
    name: 'polyparse_engine_processes_ended_total',
    help: 'Engine processes that have ended, by reason: replaced (after its share of documents), cancelled, crashed, out_of_memory, timeout, other.',
    labelNames: ['reason'],
    registers,
  })
  return {
    processStarted: () => {
      started.inc()
      running.inc()
    },
    processEnded: (reason) => {
      ended.inc({ reason })
      running.dec()
    },
    processNotStarted: () => failed.inc(),
  }
}
