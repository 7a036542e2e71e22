import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packageImports, roomImports } from './support/allowed-imports.ts'
import { readSources, type Import, type Sources } from './support/imports.ts'

/** The rooms of the service that build things, and so import whatever they need. */
const builders = new Set(['service', 'entries'])

/** All that worker and api know of the providers: their port with the catalog, and how settings are read. */
const knownOfProviders = /^packages\/providers\/src\/(?:port|settings)\.ts$/

/** Packages that `npm install` leaves out. */
const peers = /^test\/peers\/(?:install-)?peers\.ts$/

const maxLines = 450

/** The texts of the app in one language: data, and two files, because that is what another language costs. */
const messagesOfLanguage = /^packages\/web\/src\/language\/[a-z]{2}(?:-views)?\.ts$/

const packageOf = (path: string): string => /^packages\/([^/]+)\//.exec(path)?.[1] ?? ''

/** The room that a file is in; '' for one beside the rooms that none of them imports. */
const roomOf = (path: string): string => {
  const [, name = '', room = '', rest] = /^packages\/([^/]+)\/src\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (rest === undefined) return roomImports[name]?.[room] === undefined ? '' : room
  return name === 'service' && builders.has(room) ? '' : room
}

/** The folder of one provider, or '' for what they share. */
const adapterOf = (path: string): string =>
  /^packages\/providers\/src\/(?:vendors|local)\/([^/]+)\//.exec(path)?.[1] ?? ''

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
    assert.ok(edges.includes('packages/pages/src/engines.ts → packages/pages/src/pdf/fast/pdf-engine.ts'))
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

  it('import each other by the names that they export, never by paths but for the support of tests', () => {
    const isSupport = (edge: Import): boolean => !inSource(edge) && /\/test\//.test(edge.to)
    assert.deepEqual(sources.unexported.map(shown), [])
    assert.deepEqual(between.filter((edge) => !edge.byName && !isSupport(edge)).map(shown), [])
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

  describe('Their rooms', () => {
    /** Imports between two rooms of one package. */
    let crossing: readonly Import[]
    before(() => {
      crossing = sources.imports.filter(
        ({ from, to }) =>
          packageOf(from) === packageOf(to) &&
          roomImports[packageOf(from)] !== undefined &&
          roomOf(from) !== '' &&
          roomOf(to) !== '' &&
          roomOf(from) !== roomOf(to),
      )
    })

    it('are all in the table', () => {
      const rooms = [...sources.files.keys()]
        .filter((path) => roomImports[packageOf(path)] !== undefined && roomOf(path) !== '')
        .map((path) => `${packageOf(path)}/${roomOf(path)}`)
      assert.ok(rooms.length > 800)
      const known = Object.entries(roomImports).flatMap(([name, rooms]) =>
        Object.keys(rooms).map((room) => `${name}/${room}`),
      )
      assert.deepEqual([...new Set(rooms)].toSorted(), known.toSorted())
    })

    it('import what the table says and no more, types included', () => {
      const drawn = new Set(crossing.map(({ from, to }) => `${packageOf(from)}: ${roomOf(from)} → ${roomOf(to)}`))
      const allowed = Object.entries(roomImports).flatMap(([name, rooms]) =>
        Object.entries(rooms).flatMap(([room, others]) => others.map((other) => `${name}: ${room} → ${other}`)),
      )
      assert.deepEqual([...drawn].toSorted(), allowed.toSorted())
    })

    it('never lead back to themselves', () => {
      for (const [name, rooms] of Object.entries(roomImports)) {
        const arrows = Object.entries(rooms).flatMap(([from, others]) =>
          others.map((to) => ({ from, to, typeOnly: false, byName: false })),
        )
        assert.deepEqual(cycleIn(arrows), [], name)
      }
    })
  })

  it('know in the worker and the API only the port of the providers', () => {
    const users = sources.imports.filter(
      ({ from, to }) => /^packages\/service\/src\/(?:worker|api)\//.test(from) && packageOf(to) === 'providers',
    )
    assert.ok(users.length > 20)
    assert.deepEqual(users.filter(({ to }) => !knownOfProviders.test(to)).map(shown), [])
  })

  it('include no providers that import each other', () => {
    assert.ok([...sources.files.keys()].some((path) => adapterOf(path) !== ''))
    const forbidden = sources.imports.filter(
      ({ from, to }) => adapterOf(from) !== '' && adapterOf(to) !== '' && adapterOf(from) !== adapterOf(to),
    )
    assert.deepEqual(forbidden.map(shown), [])
  })
})
