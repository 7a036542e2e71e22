import type { SandboxObserver } from '@polyparse/readers/sandbox'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { BlobStore } from '../blobs/blob-store.ts'
import { registerApiMetrics } from './api-metrics.ts'
import { countBlobs, createBlobMetrics } from './blob-metrics.ts'
import { createEngineMetrics } from './engine-metrics.ts'
import { createFleetMetrics } from './fleet-metrics.ts'
import type { ReadFigures } from './figures.ts'
import { registerWorkMetrics } from './work-metrics.ts'

/** What this process counts of its own work, and what it reports of the fleet. */
export type Metrics = {
  /** The same store, its traffic counted. */
  countBlobs(blobs: BlobStore): BlobStore
  /** Counts the processes of the sandbox that is given it. */
  readonly sandboxObserver: SandboxObserver
  /** Adds the figures of the fleet to every scrape from now on. */
  reportFleet(read: ReadFigures): void
  /** In the text format of Prometheus. Never fails because of the database: then what is asked there is missing. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

export type Role = 'api' | 'worker' | 'both'

/** A registry of its own, so that it ends with the service that it belongs to. */
export const createMetrics = ({ role, version }: { role: Role; version: string }): Metrics => {
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
