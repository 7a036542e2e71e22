import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources, type Import, type Sources } from './support/imports.ts'

/** Which packages each package may import; the same table, with the reasons, is in docs/architecture.md. */
const packageImports: Readonly<Record<string, readonly string[]>> = {
  document: [],
  contract: ['document'],
  readers: ['document'],
  compare: ['document', 'contract'],
  client: ['document', 'contract'],
  service: ['document', 'contract', 'readers', 'compare', 'client'],
  web: ['document', 'contract', 'compare'],
}

/** Which rooms of the service each of its rooms may import. */
const roomImports: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  config: ['providers', 'compatibility', 'lib'],
  providers: ['lib'],
  'web-app': [],
  blobs: ['lib'],
  db: ['lib'],
  queue: ['db', 'lib'],
  sources: ['blobs', 'lib'],
  accounts: ['db', 'queue', 'lib'],
  jobs: ['db', 'queue', 'blobs', 'lib'],
  backup: ['jobs', 'blobs', 'db', 'lib'],
  probes: ['blobs', 'db', 'lib'],
  // Listens to the others, none of which knows of it.
  telemetry: ['api', 'jobs', 'webhooks', 'worker', 'blobs', 'db', 'lib'],
  webhooks: ['accounts', 'jobs', 'db', 'lib'],
  doctor: ['jobs', 'db', 'queue', 'blobs', 'lib'],
  worker: ['jobs', 'providers', 'sources', 'blobs', 'db', 'queue', 'lib'],
  // Asks the API through a port, in this process or over HTTP.
  mcp: ['lib'],
  compatibility: [],
  api: [
    'mcp',
    'compatibility',
    'backup',
    'doctor',
    'jobs',
    'accounts',
    'probes',
    'providers',
    'sources',
    'blobs',
    'db',
    'queue',
    'web-app',
    'webhooks',
    'lib',
  ],
}

/** The rooms that build things, and so import whatever they need. */
const builders = new Set(['main', 'service', 'open-database', 'open-blobs', 'welcome', 'cli', 'provider-testing'])

/** All that worker and api know of the providers: their port, that of page images, answers yet to be read, and the catalog. */
const knownOfProviders =
  /^packages\/service\/src\/providers\/(?:(?:provider|parsed-document|catalog)[^/]*|page-image|unread-answer)\.ts$/

/** Packages that `npm install` leaves out. */
const peers = /^test\/peers\/(?:install-)?peers\.ts$/

const maxLines = 450

/** The texts of the app in one language: data, and two files, because that is what another language costs. */
const messagesOfLanguage = /^packages\/web\/src\/language\/[a-z]{2}(?:-views)?\.ts$/

const packageOf = (path: string): string => /^packages\/([^/]+)\//.exec(path)?.[1] ?? ''

const roomOf = (path: string): string => /^packages\/service\/src\/([^/.]+)/.exec(path)?.[1] ?? ''

/** The folder of one provider, or '' for what they share. */
const adapterOf = (path: string): string => /^packages\/service\/src\/providers\/([^/]+)\//.exec(path)?.[1] ?? ''

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

describe('The packages', () => {
  let sources: Sources
  let between: readonly Import[]
  before(async () => {
    sources = await readSources(
      fileURLToPath(new URL('..', import.meta.url)),
      'packages/*/{src,test,bench,build,scripts}',
    )
    between = sources.imports.filter(
      ({ from, to }) => packageOf(from) !== packageOf(to) && /\.tsx?$/.test(to) && !peers.test(to),
    )
  })
  const inSource = ({ from }: Import): boolean => /^packages\/[^/]+\/src\//.test(from)

  it('are all seen, with imports of values, of types, at run time and of other packages', () => {
    const edges = sources.imports.map(shown)
    assert.ok(sources.files.size > 1000)
    assert.ok(edges.length > 2000)
    assert.ok(edges.includes('packages/readers/src/format-engines.ts → packages/readers/src/pdf/fast/pdf-engine.ts'))
    assert.ok(edges.includes('packages/service/src/worker/rendering/parse-result.ts → packages/document/src/index.ts'))
    assert.ok(edges.some((edge) => edge.startsWith('packages/web/src/main.tsx → ')))
    assert.ok(sources.imports.some(({ typeOnly }) => typeOnly))
    assert.ok(sources.imports.some(({ typeOnly }) => !typeOnly))
    assert.deepEqual(
      [...new Set([...sources.files.keys()].map(packageOf))].toSorted(),
      [...Object.keys(packageImports), 'test-support'].toSorted(),
    )
    assert.deepEqual(
      sources.imports.filter(({ to }) => /\.tsx?$/.test(to) && !sources.files.has(to) && !peers.test(to)).map(shown),
      [],
      'every import leads to a file that was seen',
    )
  })

  it('leave what is not installed with them to tests and measurements', () => {
    const users = sources.imports.filter(({ to }) => peers.test(to))
    assert.ok(users.length > 5)
    assert.deepEqual(users.filter(({ from }) => !/^packages\/[^/]+\/(?:test|bench)\//.test(from)).map(shown), [])
  })

  it('import each other by the names that they export, never by paths', () => {
    assert.deepEqual(sources.unexported.map(shown), [])
    assert.deepEqual(between.filter(({ byName }) => !byName).map(shown), [])
    assert.ok(between.length > 100)
  })

  it('import only what the table allows, types included', () => {
    const forbidden = between.filter(
      (edge) => inSource(edge) && packageImports[packageOf(edge.from)]?.includes(packageOf(edge.to)) === false,
    )
    assert.deepEqual(forbidden.map(shown), [])
  })

  it('have no cycles', () => {
    assert.deepEqual(cycleIn(sources.imports), [])
    const [edge] = sources.imports
    assert.ok(edge !== undefined)
    assert.notDeepEqual(cycleIn([edge, { ...edge, from: edge.to, to: edge.from }]), [], 'one would be found')
  })

  it(`have no file of more than ${maxLines} lines, apart from the texts of a language`, () => {
    const long = [...sources.files].filter(
      ([path, text]) => text.split('\n').length > maxLines && !messagesOfLanguage.test(path),
    )
    assert.deepEqual(
      long.map(([path]) => path),
      [],
    )
  })

  describe('The rooms of the service', () => {
    let imports: readonly Import[]
    before(() => {
      imports = sources.imports.filter(({ from, to }) => roomOf(from) !== '' && roomOf(to) !== '')
    })

    it('are all in the table', () => {
      const rooms = [...sources.files.keys()].map(roomOf).filter((room) => room !== '' && !builders.has(room))
      assert.ok(rooms.length > 200)
      assert.deepEqual(
        [...new Set(rooms)].filter((room) => roomImports[room] === undefined),
        [],
      )
    })

    it('import only what the table allows, types included', () => {
      const forbidden = imports.filter(({ from, to }) => {
        const [room, other] = [roomOf(from), roomOf(to)]
        return room !== other && !builders.has(room) && roomImports[room]?.includes(other) !== true
      })
      assert.deepEqual(forbidden.map(shown), [])
    })

    it('know only the port and the catalog of the providers', () => {
      const forbidden = imports.filter(
        ({ from, to }) =>
          ['worker', 'api'].includes(roomOf(from)) && roomOf(to) === 'providers' && !knownOfProviders.test(to),
      )
      assert.deepEqual(forbidden.map(shown), [])
    })

    it('include no providers that import each other', () => {
      const forbidden = imports.filter(
        ({ from, to }) => adapterOf(from) !== '' && adapterOf(to) !== '' && adapterOf(from) !== adapterOf(to),
      )
      assert.deepEqual(forbidden.map(shown), [])
    })
  })
})
