import { readFile, writeFile } from 'node:fs/promises'
import type { Measurement } from '@polyparse/test-support/statistics'

/** What the bench measured last, part by part, which the book shows. */
export type Measured = {
  readonly machine: Readonly<Record<string, string | number | undefined>>
  readonly measurements: readonly Measurement[]
}

const measuredFile = new URL('measured.json', import.meta.url)

export const readMeasured = async (): Promise<Measured> => JSON.parse(await readFile(measuredFile, 'utf8'))

/** Replaces what was measured anew, and keeps the rest. */
export const keepMeasured = async ({ machine, measurements }: Measured): Promise<void> => {
  const before = await readMeasured().catch((): Measured => ({ machine, measurements: [] }))
  const all = new Map([...before.measurements, ...measurements].map((one) => [one.name, one]))
  await writeFile(measuredFile, `${JSON.stringify({ machine, measurements: [...all.values()] }, null, 2)}\n`)
}

/** The tables of performance.md, by the names of their places. */
export const measuredTables = ({ machine, measurements }: Measured): Record<string, string> => {
  const { cpu, cores, memoryGiB, kernel, node } = machine
  return {
    machine: `Measured on ${cores} cores (${cpu}), ${memoryGiB} GiB, Linux ${kernel}, Node ${node}.`,
    ratios: tableOf(measurements.filter(({ unit }) => unit === '×')),
    times: tableOf(measurements.filter(({ unit }) => unit !== '×')),
  }
}

const tableOf = (measurements: readonly Measurement[]): string => {
  const rows = measurements.map(({ name, value, unit, aim, holds }) => [
    name.replaceAll('|', '\\|'),
    `${value.toFixed(value < 10 ? 2 : 0)}${unit === '' ? '' : ` ${unit}`}`,
    aim === undefined ? '' : `${aim}${holds === false ? ', missed' : ''}`,
  ])
  const all = [['Figure', 'Measured', 'Aim'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n')
}
