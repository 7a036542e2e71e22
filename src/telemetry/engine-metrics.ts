import { Counter, Gauge, type Registry } from 'prom-client'
import { processEnded, processNotStarted, processStarted } from '../engines/sandbox/happenings.ts'

export const registerEngineMetrics = (registry: Registry): (() => void) => {
  const registers = [registry]
  const running = new Gauge({
    name: 'polyparse_engine_processes',
    help: 'Engine processes of this process.',
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
    help: 'Engine processes that are gone, by reason: replaced (had done its share), cancelled, crashed, out_of_memory, timeout, other.',
    labelNames: ['reason'],
    registers,
  })
  const stops = [
    processStarted.hear(() => {
      started.inc()
      running.inc()
    }),
    processEnded.hear(({ reason }) => {
      ended.inc({ reason })
      running.dec()
    }),
    processNotStarted.hear(() => failed.inc()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
