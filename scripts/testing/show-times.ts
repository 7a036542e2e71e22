import { dirname } from 'node:path'
import type { Ending } from './run-file.ts'

const shownFiles = 30

const sum = (endings: readonly Ending[], of: (ending: Ending) => number): number =>
  endings.reduce((total, ending) => total + of(ending), 0)

const row = (name: string, endings: readonly Ending[]): string => {
  const cpu = sum(endings, ({ cpuSeconds }) => cpuSeconds ?? 0)
  const wall = sum(endings, ({ seconds }) => seconds)
  return `${cpu.toFixed(1).padStart(8)} s ${wall.toFixed(1).padStart(8)} s  ${name}`
}

/** Prints what each suite and the most expensive files took: seconds of CPU and of wall-clock time. */
export const showTimes = (endings: readonly Ending[]): void => {
  const dearest = endings.toSorted((a, b) => (b.cpuSeconds ?? b.seconds) - (a.cpuSeconds ?? a.seconds))
  console.log('\n     CPU      clock')
  for (const [suite, files] of Map.groupBy(dearest, ({ file }) => dirname(file))) console.log(row(suite, files))
  console.log()
  for (const ending of dearest.slice(0, shownFiles)) console.log(row(ending.file, [ending]))
  console.log(row('all', endings))
}
