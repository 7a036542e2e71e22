import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { render } from '@polyparse/document'
import { readDocument } from '@polyparse/readers'
import { missingValues, type OtherValue } from './values/compare-values.ts'

/*
 * node quality/values.ts FOLDER: which values of the documents of a folder another reader finds and `auto` does not, and
 * whether a warning says so. QUALITY_PYTHON names the Python of the other readers (values/other-reader.py).
 *
 *   --only WORD   those with this word in their name
 *   --all         lists the documents without a difference too
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
})

type OtherReading = { readonly file: string; readonly values?: readonly OtherValue[]; readonly error?: string }
type Verdict = 'same' | 'told' | 'silent' | 'refused' | 'not compared'

/** What the other readers find in each document, in the order of the files. */
const otherReadings = async function* (files: readonly string[]): AsyncGenerator<OtherReading> {
  const python = process.env['QUALITY_PYTHON'] ?? 'python3'
  const program = spawn(python, [join(import.meta.dirname, 'values', 'other-reader.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  program.stdin.end(files.map((file) => `${file}\n`).join(''))
  for await (const line of createInterface({ input: program.stdout })) yield JSON.parse(line)
}

const judge = async ({ file, values: others, error = '' }: OtherReading): Promise<[Verdict, string]> => {
  if (others === undefined) return ['not compared', error]
  try {
    const document = await readDocument(await readFile(file), { filename: basename(file), pictures: false })
    const { text = '', tables = [] } = await render(document, ['text', 'tables'])
    const cells = [...tables.flatMap(({ rows }) => rows.flat()), ...text.split('\n')]
    const missing = missingValues(others, { text, cells })
    const codes = [...new Set(document.warnings.map(({ code }) => code))].join(' ')
    if (missing.length === 0) return ['same', codes]
    return [codes === '' ? 'silent' : 'told', `${missing.length}: ${missing.slice(0, 12).join(' · ')} ${codes}`]
  } catch (cause) {
    return ['refused', String(cause).slice(0, 120)]
  }
}

const folder = resolve(positionals[0] ?? '.')
const files = (await readdir(folder)).filter((name) => name.includes(values.only)).toSorted()
const counts = new Map<Verdict, number>()
for await (const reading of otherReadings(files.map((name) => join(folder, name)))) {
  const [verdict, detail] = await judge(reading)
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  if (values.all || verdict !== 'same') console.log(`${verdict.padEnd(12)} ${basename(reading.file)} ${detail}`)
}
console.log([...counts].map(([verdict, count]) => `${verdict} ${count}`).join(', '))
process.exit(0)
