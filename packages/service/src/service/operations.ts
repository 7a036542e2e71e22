import { hostname } from 'node:os'
import { noObserver, type SandboxObserver } from '@polyparse/sandbox'
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Settings } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Liveness } from '../probes/liveness.ts'
import { createReadiness, type Readiness } from '../probes/readiness.ts'
import type { ProcessRole } from '../telemetry/metrics.ts'

/** The observation of a process by operators. */
export type Operations = {
  countBlobs(blobs: BlobStore): BlobStore
  readonly sandboxObserver: SandboxObserver
  /** Sets the sources of the metrics and of the probes from now on. */
  observe(parts: { database: Database; blobs: BlobStore; liveness: Liveness }): void
  /** The process has started: from now on it is ready whenever its database and its blobs are. */
  started(): void
  /** Makes the process never ready again. */
  stopping(): void
}

const unobserved: Operations = {
  countBlobs: (blobs) => blobs,
  sandboxObserver: noObserver,
  observe: () => {},
  started: () => {},
  stopping: () => {},
}

type OperationsInput = { readonly settings: Settings; readonly logger: Logger; readonly role: ProcessRole }

/**
 * Opens the port for operators and starts the traces, if the settings ask for them. This comes before anything else, so
 * that a long migration does not look like a dead process. Nothing of it is loaded unless it is needed.
 */
export const openOperations = async (
  parts: AsyncDisposableStack,
  { settings, logger, role }: OperationsInput,
): Promise<Operations> => {
  await traced(parts, settings, role)
  if (settings.operationsPort === null) return unobserved

  const [{ createMetrics }, { createFigures }, { startOperationsServer }] = await Promise.all([
    import('../telemetry/metrics.ts'),
    import('../telemetry/figures.ts'),
    import('../telemetry/operations-server.ts'),
  ])
  const starting: Readiness = async () => ['The process is starting.']
  let readiness = starting
  let readinessOfParts = starting
  // The start may take as long as a migration does.
  let liveness: Liveness = () => null
  const metrics = parts.adopt(createMetrics({ role, version: packageJson.version }), (it) => it.close())
  const onError = (err: unknown) => logger.error({ err }, 'the operations port could not respond')
  const { operationsHost: host, operationsPort: port } = settings
  const server = parts.adopt(
    await startOperationsServer({ host, port, metrics, missing: () => readiness(), stuck: () => liveness(), onError }),
    (it) => it.close(),
  )
  logger.info({ url: server.url }, 'serving probes and metrics')
  return {
    countBlobs: (blobs) => metrics.countBlobs(blobs),
    sandboxObserver: metrics.sandboxObserver,
    observe: ({ database, blobs, ...probed }) => {
      liveness = probed.liveness
      readinessOfParts = createReadiness({ database, blobs })
      metrics.reportFleet(createFigures(database))
    },
    started: () => {
      readiness = readinessOfParts
    },
    stopping: () => {
      readiness = async () => ['The process is stopping.']
    },
  }
}

const traced = async (parts: AsyncDisposableStack, settings: Settings, role: ProcessRole): Promise<void> => {
  const { traceEndpoint: endpoint, traceRatio: ratio } = settings
  if (endpoint === null) return
  const { startTracing } = await import('../telemetry/start-tracing.ts')
  const service = role === 'worker' ? 'polyparse-worker' : 'polyparse'
  const instance = `${hostname()}:${process.pid}`
  const stop = startTracing({ endpoint, ratio, service, version: packageJson.version, instance })
  parts.defer(stop)
}
