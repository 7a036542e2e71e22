import { readFile } from 'node:fs/promises'
import { markdown } from '@polyparse/document'
import { defaultRequest, type Engine } from '@polyparse/engine'
import { engines } from '@polyparse/readers'
import * as layout from '../src/layout/parameters.ts'
import * as tableHeaders from '../src/layout/tables/header/parameters.ts'
import * as tables from '../src/layout/tables/parameters.ts'
import * as tableRows from '../src/layout/tables/rows/parameters.ts'
import * as paged from '../src/paged/parameters.ts'

/*
 * node bench/sensitivity.ts LIST [WORD]: which thresholds of the layout matter to which documents. Each line of the list is
 * a name of a set, a tab, and the path of a PDF. Every threshold whose name has the word in it is moved down by a fifth and
 * up by a quarter (whole numbers by one at least); printed are its name, its value, and for each set how many of the
 * documents that ask for it come out as other Markdown in either case. A threshold that moves nothing has no measurement.
 */

type Document = { readonly set: string; readonly bytes: Buffer; result: string }

type Threshold = { readonly name: string; readonly value: number; now: number; readonly askedBy: Set<Document> }

const [list = '', word = ''] = process.argv.slice(2)
const load = engines['structure']
if (load === undefined) throw new RangeError('There is no structure engine.')
const engine: Engine = await load()

const documents: Document[] = []
for (const line of (await readFile(list, 'utf8')).split('\n').filter((one) => one !== '')) {
  const [set = '', path = ''] = line.split('\t')
  documents.push({ set, bytes: await readFile(path), result: '' })
}

let reading: Document | null = null

/** Replaces every number in a module of thresholds by an accessor that remembers who asked for it. */
const thresholdsIn = (group: object, path: string): Threshold[] =>
  Object.entries(group).flatMap(([key, value]: [string, unknown]): Threshold[] => {
    const name = `${path}.${key}`
    if (typeof value === 'object' && value !== null) return thresholdsIn(value, name)
    if (typeof value !== 'number' || Object.getOwnPropertyDescriptor(group, key)?.configurable !== true) return []
    const threshold: Threshold = { name, value, now: value, askedBy: new Set() }
    const get = (): number => {
      if (reading !== null) threshold.askedBy.add(reading)
      return threshold.now
    }
    Object.defineProperty(group, key, { get })
    return [threshold]
  })

const thresholds = [
  ...thresholdsIn(layout, 'layout'),
  ...thresholdsIn(tables, 'tables'),
  ...thresholdsIn(tableHeaders, 'table headers'),
  ...thresholdsIn(tableRows, 'table rows'),
  ...thresholdsIn(paged, 'paged'),
]

const resultOf = async ({ bytes }: Document): Promise<string> =>
  markdown(await engine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' }))

for (const document of documents) {
  reading = document
  document.result = await resultOf(document)
}
reading = null

const moved = (value: number): readonly [less: number, more: number] =>
  Number.isInteger(value)
    ? [Math.min(value - 1, Math.round(value * 0.8)), Math.max(value + 1, Math.round(value * 1.25))]
    : [value * 0.8, value * 1.25]

for (const threshold of thresholds.filter(({ name }) => name.includes(word))) {
  const changed = new Set<Document>()
  for (threshold.now of moved(threshold.value))
    for (const document of threshold.askedBy)
      if (!changed.has(document) && (await resultOf(document)) !== document.result) changed.add(document)
  threshold.now = threshold.value
  const sets = Object.entries(Object.groupBy(threshold.askedBy, ({ set }) => set)).map(
    ([set, asking = []]) => `${set} ${asking.filter((document) => changed.has(document)).length}/${asking.length}`,
  )
  console.log([threshold.name, threshold.value, ...sets].join('\t'))
}
process.exit()
