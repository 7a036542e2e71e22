import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources, type Import, type Sources } from './support/imports.ts'

/** Which rooms each room may import; the same table, with the reasons, is in docs/architecture.md. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  document: [],
  lib: [],
  config: ['lib'],
  outputs: ['document', 'contract'],
  engines: ['document', 'lib'],
  providers: ['contract', 'document', 'engines', 'lib'],
  compare: ['document', 'contract', 'lib'],
  report: ['contract', 'document', 'lib'],
  'web-app': [],
  blobs: ['lib'],
  db: ['lib'],
  queue: ['db', 'lib'],
  sources: ['blobs', 'contract', 'lib'],
  accounts: ['db', 'queue', 'contract', 'lib'],
  jobs: ['db', 'queue', 'blobs', 'contract', 'lib'],
  probes: ['blobs', 'db', 'lib'],
  // Hears the others; none of them knows of it.
  telemetry: ['api', 'jobs', 'webhooks', 'worker', 'engines', 'blobs', 'db', 'lib'],
  webhooks: ['accounts', 'jobs', 'db', 'contract', 'lib'],
  doctor: ['jobs', 'db', 'queue', 'blobs', 'lib'],
  worker: ['jobs', 'providers', 'outputs', 'compare', 'sources', 'blobs', 'db', 'queue', 'contract', 'document', 'lib'],
  api: [
    'doctor',
    'jobs',
    'accounts',
    'probes',
    'providers',
    'sources',
    'blobs',
    'db',
    'queue',
    'contract',
    'web-app',
    'lib',
  ],
}

/** The rooms that build things, and so import whatever they need. */
const builders = new Set(['main', 'service', 'open-database', 'open-blobs', 'welcome', 'cli'])

/** All that worker and api know of the providers: the port and the catalog. */
const knownOfProviders = /^src\/providers\/(?:provider|catalog)[^/]*\.ts$/

const longestFile = 400

const roomOf = (path: string): string => /^src\/([^/.]+)/.exec(path)?.[1] ?? ''

/** The folder of one provider, or '' for what they share. */
const adapterOf = (path: string): string => /^src\/providers\/([^/]+)\//.exec(path)?.[1] ?? ''

const shown = ({ from, to }: Import): string => `${from} → ${to}`

/** The files on a cycle, in the order in which they import each other; empty when there is none. */
const cycleIn = (imports: readonly Import[]): string[] => {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const search = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const { to } of targets.get(file) ?? []) {
      const cycle = search(to, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  for (const file of targets.keys()) {
    const cycle = search(file, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

describe('The rooms of the source', () => {
  let sources: Sources
  before(async () => {
    sources = await readSources(fileURLToPath(new URL('..', import.meta.url)), 'src')
  })

  it('are all seen, with imports of values, of types and at run time', () => {
    const edges = sources.imports.map(shown)
    assert.ok(sources.files.size > 100)
    assert.ok(edges.length > 200)
    assert.ok(edges.includes('src/providers/provider.ts → src/document/model.ts'))
    assert.ok(sources.imports.some(({ typeOnly }) => typeOnly))
    assert.ok(sources.imports.some(({ typeOnly }) => !typeOnly))
    assert.ok(edges.includes('src/engines/engines.ts → src/engines/pdf/pdf-engine.ts'))
    assert.deepEqual(
      sources.imports.filter(({ to }) => to.startsWith('src/') && !sources.files.has(to)).map(shown),
      [],
      'every import leads to a file that was seen',
    )
  })

  it('are all in the table', () => {
    const rooms = [...sources.files.keys()].map(roomOf).filter((room) => !builders.has(room))
    assert.deepEqual(
      [...new Set(rooms)].filter((room) => mayImport[room] === undefined),
      [],
    )
  })

  it('import only what the table allows, types included', () => {
    const forbidden = sources.imports.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      return room !== other && !builders.has(room) && mayImport[room]?.includes(other) !== true
    })
    assert.deepEqual(forbidden.map(shown), [])
  })

  it('know of the providers only the port and the catalog', () => {
    const forbidden = sources.imports.filter(
      ({ from, to }) =>
        ['worker', 'api'].includes(roomOf(from)) && roomOf(to) === 'providers' && !knownOfProviders.test(to),
    )
    assert.deepEqual(forbidden.map(shown), [])
  })

  it('keep providers from importing each other', () => {
    const forbidden = sources.imports.filter(
      ({ from, to }) => adapterOf(from) !== '' && adapterOf(to) !== '' && adapterOf(from) !== adapterOf(to),
    )
    assert.deepEqual(forbidden.map(shown), [])
  })

  it('have no cycles', () => {
    assert.deepEqual(cycleIn(sources.imports), [])
    const [edge] = sources.imports
    assert.ok(edge !== undefined)
    assert.notDeepEqual(cycleIn([edge, { ...edge, from: edge.to, to: edge.from }]), [], 'one would be found')
  })

  it(`have no file of more than ${longestFile} lines`, () => {
    const long = [...sources.files].filter(([, text]) => text.split('\n').length > longestFile)
    assert.deepEqual(
      long.map(([path]) => path),
      [],
    )
  })
})
