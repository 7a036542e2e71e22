import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measurement, medianOfSamples } from '@polyparse/test-support/statistics'
import { costOfCommand } from '@polyparse/test-support/tree-cpu'

const rounds = 5
const program = fileURLToPath(new URL('cold-engine.ts', import.meta.url))
const sample = fileURLToPath(new URL('../../../examples/sample.pdf', import.meta.url))

/**
 * The CPU of an engine until it is ready, with the proof of its confinement, and of its first document: what a program costs
 * that does so, less one that does not, in turn.
 */
export const measureCold = async (folder: string): Promise<Measurement[]> => {
  await mkdir(folder)
  const line = join(folder, 'line.md')
  await writeFile(line, 'One line of *Markdown*.\n')
  const spool = join(folder, 'spool')
  const steps = {
    nothing: [],
    start: [spool],
    line: [spool, line, 'text/markdown', '1'],
    pdf: [spool, sample, 'application/pdf', '1'],
    pdfTwice: [spool, sample, 'application/pdf', '2'],
  } as const
  const spent: Record<keyof typeof steps, number[]> = { nothing: [], start: [], line: [], pdf: [], pdfTwice: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const name of ['nothing', 'start', 'line', 'pdf', 'pdfTwice'] as const)
      spent[name].push((await costOfCommand([process.execPath, program, ...steps[name]])).cpuMs)
  const between = (less: keyof typeof steps, more: keyof typeof steps): number =>
    medianOfSamples(spent[more]) - medianOfSamples(spent[less])
  return [
    { name: 'a new engine: CPU until it is ready, proofs included', value: between('nothing', 'start'), unit: 'ms' },
    { name: 'its first document, a line of Markdown: CPU', value: between('start', 'line'), unit: 'ms' },
    { name: 'its first document, a PDF of three pages: CPU', value: between('start', 'pdf'), unit: 'ms' },
    { name: 'the same PDF again: CPU', value: between('pdf', 'pdfTwice'), unit: 'ms' },
  ]
}
