import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources, type Import, type Sources } from './support/imports.ts'

/** Which packages each package may import; the same table, with the reasons, is in docs/contribute/architecture.md. */
const packageImports: Readonly<Record<string, readonly string[]>> = {
  document: [],
  contract: ['document'],
  engine: ['document'],
  pages: ['document', 'engine'],
  formats: ['document', 'engine'],
  sandbox: ['document', 'engine'],
  readers: ['document', 'engine', 'pages', 'formats'],
  compare: ['document', 'contract'],
  extraction: ['document'],
  report: ['document', 'contract', 'compare'],
  client: ['document', 'contract'],
  outbound: ['contract', 'engine'],
  providers: ['document', 'contract', 'engine', 'formats', 'sandbox', 'readers', 'outbound'],
  service: ['document', 'contract', 'engine', 'sandbox', 'readers', 'outbound', 'providers', 'compare', 'extraction'],
  cli: [
    'document',
    'contract',
    'engine',
    'formats',
    'readers',
    'providers',
    'compare',
    'extraction',
    'report',
    'client',
    'service',
  ],
  web: ['document', 'contract', 'compare', 'report'],
}

/**
 * Which rooms of a package each of its rooms may import: folders of its sources, and files beside them that folders
 * import. None may import one that leads back to it.
 */
const roomImports: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  engine: { charset: [], images: [] },
  pages: {
    'font-style.ts': [],
    'layout-library.ts': [],
    language: [],
    paged: ['language', 'font-style.ts'],
    pdfium: ['language', 'font-style.ts'],
    layout: ['paged', 'language', 'font-style.ts'],
    ocr: ['layout', 'paged', 'pdfium', 'language', 'font-style.ts'],
    pdf: ['ocr', 'layout', 'layout-library.ts', 'paged', 'pdfium', 'language', 'font-style.ts'],
  },
  formats: {
    'code-pages.ts': [],
    'known-metadata.ts': [],
    xml: [],
    flow: [],
    compound: ['code-pages.ts', 'known-metadata.ts'],
    encryption: ['compound', 'xml'],
    archive: ['compound', 'encryption', 'xml'],
    mathematics: ['xml'],
    web: ['archive', 'flow', 'mathematics', 'xml'],
    markup: ['flow', 'web'],
    text: ['flow', 'markup', 'web'],
    office: [
      'archive',
      'code-pages.ts',
      'compound',
      'encryption',
      'flow',
      'known-metadata.ts',
      'mathematics',
      'text',
      'web',
      'xml',
    ],
    articles: ['flow', 'mathematics', 'web', 'xml'],
    mail: ['code-pages.ts', 'compound', 'flow', 'office', 'text', 'web'],
  },
  readers: {
    'format-engines.ts': [],
    'format-readers.ts': ['format-engines.ts'],
    'media-type': [],
    auto: ['format-engines.ts', 'format-readers.ts'],
    containers: ['media-type'],
  },
  sandbox: { 'spool.ts': [], 'permissions.ts': [], confinement: ['spool.ts', 'permissions.ts'] },
  compare: {
    'parameters.ts': [],
    'pictures.ts': [],
    'reading.ts': ['parameters.ts'],
    'families.ts': ['parameters.ts', 'reading.ts'],
    tokens: ['parameters.ts', 'reading.ts'],
    align: ['parameters.ts', 'pictures.ts', 'tokens'],
    tables: ['align', 'parameters.ts', 'tokens'],
    agreement: ['align', 'parameters.ts', 'reading.ts', 'tables', 'tokens'],
    findings: ['align', 'parameters.ts', 'tables', 'tokens'],
    disputes: ['align', 'findings', 'parameters.ts', 'pictures.ts', 'tokens'],
    'compare-page.ts': [
      'agreement',
      'align',
      'disputes',
      'families.ts',
      'findings',
      'parameters.ts',
      'reading.ts',
      'tables',
      'tokens',
    ],
    'compare-readings.ts': ['agreement', 'compare-page.ts', 'disputes', 'parameters.ts', 'reading.ts', 'tokens'],
    recommendation: ['align', 'compare-readings.ts', 'families.ts', 'parameters.ts', 'reading.ts'],
    view: [],
    judgements: ['parameters.ts', 'reading.ts', 'tokens', 'view'],
  },
  extraction: {
    values: [],
    schema: [],
    reading: ['values'],
    labels: ['reading', 'schema', 'values'],
    local: ['labels', 'reading', 'schema', 'values'],
    proof: ['labels', 'reading', 'schema', 'values'],
    model: ['labels', 'proof', 'reading', 'schema'],
  },
  report: { 'html.ts': [], 'bench.ts': [], style: [], parts: ['bench.ts', 'html.ts'] },
  document: {
    'schema-types.ts': ['typebox'],
    'items.ts': [],
    'warnings.ts': ['model.ts'],
    'model.ts': ['schema-types.ts', 'typebox'],
    typebox: [],
    'members-of.ts': [],
    outputs: ['items.ts', 'members-of.ts', 'model.ts', 'schema-types.ts', 'typebox', 'warnings.ts'],
  },
  providers: { converter: [], described: [], local: [], plugin: [], testing: ['plugin'], vendors: [] },
  service: {
    lib: [],
    'config.ts': ['config'],
    config: ['compatibility', 'lib'],
    'web-app': [],
    blobs: ['lib'],
    db: ['lib'],
    queue: ['db'],
    sources: ['blobs', 'lib'],
    accounts: ['db', 'lib'],
    audit: ['db', 'lib'],
    schemas: ['db'],
    jobs: ['db', 'queue', 'blobs', 'lib'],
    backup: ['jobs', 'blobs', 'db', 'lib'],
    probes: ['blobs', 'db', 'lib'],
    // Listens to the others, none of which knows of it.
    telemetry: ['api', 'jobs', 'webhooks', 'worker', 'blobs', 'db', 'lib'],
    webhooks: ['accounts', 'jobs', 'blobs', 'db', 'lib'],
    doctor: ['jobs', 'db', 'blobs', 'lib'],
    worker: ['audit', 'jobs', 'sources', 'blobs', 'db', 'queue', 'lib'],
    // Asks the API through a port, in this process or over HTTP.
    mcp: ['lib'],
    compatibility: [],
    api: [
      'mcp',
      'compatibility',
      'audit',
      'backup',
      'doctor',
      'jobs',
      'accounts',
      'schemas',
      'probes',
      'sources',
      'blobs',
      'db',
      'queue',
      'web-app',
      'webhooks',
      'lib',
    ],
  },
  cli: {
    'cli-error.ts': [],
    'invocation.ts': [],
    'options.ts': [],
    'output.ts': ['invocation.ts', 'options.ts'],
    'interruption.ts': ['cli-error.ts', 'invocation.ts', 'output.ts'],
    'find-service.ts': ['cli-error.ts'],
    'http-operator.ts': ['cli-error.ts', 'find-service.ts'],
    service: ['cli-error.ts', 'find-service.ts', 'http-operator.ts', 'invocation.ts', 'output.ts'],
    documents: ['cli-error.ts', 'interruption.ts', 'invocation.ts', 'options.ts', 'output.ts', 'service'],
    bench: ['cli-error.ts', 'documents', 'invocation.ts', 'options.ts', 'output.ts'],
    sync: ['cli-error.ts', 'documents', 'invocation.ts', 'options.ts', 'output.ts', 'service'],
    languages: ['cli-error.ts', 'interruption.ts', 'invocation.ts', 'options.ts', 'output.ts'],
    models: ['cli-error.ts', 'interruption.ts', 'invocation.ts', 'options.ts', 'output.ts'],
    providers: ['cli-error.ts', 'invocation.ts', 'options.ts', 'output.ts'],
  },
  web: {
    browser: [],
    routing: [],
    language: ['browser'],
    design: ['browser', 'language'],
    request: ['browser', 'language'],
    api: ['browser', 'design', 'language', 'request'],
    samples: ['request'],
    reference: ['api', 'browser', 'design', 'language', 'request', 'samples'],
    session: ['api', 'browser', 'design', 'language', 'routing'],
    judging: ['browser', 'design', 'language', 'session'],
    pdf: ['api', 'browser', 'language', 'session'],
    presets: ['browser', 'design', 'language', 'request', 'routing', 'session'],
    estimate: ['design', 'language', 'pdf', 'request', 'routing', 'session'],
    'job-data': ['api', 'browser', 'judging', 'language', 'request', 'session'],
    result: ['api', 'browser', 'design', 'language', 'pdf', 'routing', 'session'],
    archive: ['api', 'browser', 'design', 'language', 'result', 'session'],
    bench: ['api', 'design', 'job-data', 'judging', 'language', 'result', 'routing', 'session'],
    compare: ['browser', 'design', 'judging', 'language', 'pdf', 'result', 'routing', 'session'],
    'job-parts': ['api', 'design', 'job-data', 'language', 'session'],
    sharing: ['api', 'design', 'language', 'session'],
    admin: ['api', 'browser', 'design', 'job-parts', 'language', 'routing', 'session'],
    batches: ['api', 'archive', 'design', 'job-data', 'job-parts', 'language', 'request', 'routing', 'session'],
    runs: ['api', 'browser', 'compare', 'design', 'job-data', 'job-parts', 'language', 'request', 'routing', 'session'],
    jobs: [
      'api',
      'archive',
      'batches',
      'compare',
      'design',
      'estimate',
      'job-data',
      'job-parts',
      'language',
      'request',
      'result',
      'routing',
      'session',
      'sharing',
    ],
    workbench: [
      'batches',
      'design',
      'estimate',
      'job-data',
      'jobs',
      'language',
      'presets',
      'request',
      'routing',
      'samples',
      'session',
    ],
    extraction: [
      'api',
      'batches',
      'browser',
      'design',
      'job-data',
      'language',
      'request',
      'result',
      'routing',
      'session',
      'workbench',
    ],
    app: [
      'admin',
      'batches',
      'bench',
      'design',
      'extraction',
      'job-data',
      'jobs',
      'language',
      'reference',
      'routing',
      'runs',
      'session',
      'workbench',
    ],
  },
}

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
