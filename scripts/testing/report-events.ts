import { readFileSync, writeSync } from 'node:fs'
import { Writable } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** The events that a test process sends to `npm test`, each as a line of JSON. */
export type Report =
  | { readonly kind: 'started'; readonly id: number; readonly name: string; readonly cpuSeconds: number | null }
  | { readonly kind: 'ended'; readonly id: number; readonly name: string; readonly cpuSeconds: number | null }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** All results of a suite that is in no other have been sent. */
  | { readonly kind: 'closed'; readonly name: string }
  /** The file cannot share a process. */
  | { readonly kind: 'alone'; readonly file: string }
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly name: string; readonly error: string }
  | { readonly kind: 'over'; readonly cpuSeconds: number | null }

/** The descriptor on which `npm test` reads. */
const descriptor = 3

export const sendReport = (report: Report): void => void writeSync(descriptor, `${JSON.stringify(report)}\n`)

/** Clock ticks a second, the same on every Linux. */
const ticks = 100

/** The time used by this process and the children that it has waited for; null where the system does not say. */
const readCpuSeconds = (): number | null => {
  try {
    // The name of the program is in brackets, and may have spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\)/s, '').trim().split(' ')
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks
  } catch {
    return null
  }
}

const reportOf = ({ type, data }: TestEvent): Report | null => {
  const cpuSeconds = data !== undefined && 'nesting' in data && data.nesting === 0 ? readCpuSeconds() : null
  if (type === 'test:dequeue') return { kind: 'started', id: data.testId, name: data.name, cpuSeconds }
  if (type === 'test:complete') return { kind: 'ended', id: data.testId, name: data.name, cpuSeconds }
  if (type === 'test:fail')
    return { kind: 'failed', name: data.name, error: inspect(data.details.error.cause ?? data.details.error) }
  if (type === 'test:summary') return { kind: 'over', cpuSeconds: readCpuSeconds() }
  if (type !== 'test:pass') return null
  if (data.skip === undefined && data.details.type === 'suite')
    return data.nesting === 0 ? { kind: 'closed', name: data.name } : null
  if (data.skip === undefined) return { kind: 'passed' }
  return { kind: 'skipped', reason: data.skip === true || data.skip === '' ? 'no reason given' : String(data.skip) }
}

/** A reporter that passes the events that matter to the descriptor, at once, and prints nothing. */
export default new Writable({
  objectMode: true,
  write: (event: TestEvent, _encoding, done) => {
    const report = reportOf(event)
    if (report !== null) sendReport(report)
    done()
  },
})
