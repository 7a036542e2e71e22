import type { SandboxObserver } from '@polyparse/readers/sandbox'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts engine processes as the sandbox reports them. */
export const createEngineMetrics = (registry: Registry): SandboxObserver => {
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
