import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { parser } from '@prometheus-io/lezer-promql'
import { Type, type Static } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { parse, parseAllDocuments } from 'yaml'
import { allSettings } from '../../src/config.ts'
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts'

const folder = new URL('../../../../deploy/', import.meta.url)
const read = (path: string): Promise<string> => readFile(new URL(path, folder), 'utf8')

const Rules = Type.Object({
  groups: Type.Array(
    Type.Object({
      rules: Type.Array(
        Type.Object({
          alert: Type.String(),
          expr: Type.String(),
          annotations: Type.Object({ summary: Type.String(), description: Type.String() }),
        }),
      ),
    }),
  ),
})

const Board = Type.Object({
  panels: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      targets: Type.Optional(Type.Array(Type.Object({ expr: Type.String() }))),
    }),
  ),
})

const Container = Type.Object({
  image: Type.String(),
  args: Type.Array(Type.String()),
  resources: Type.Object({ requests: Type.Unknown(), limits: Type.Object({ memory: Type.String() }) }),
  securityContext: Type.Object({
    allowPrivilegeEscalation: Type.Literal(false),
    readOnlyRootFilesystem: Type.Literal(true),
    capabilities: Type.Object({ drop: Type.Tuple([Type.Literal('ALL')]) }),
  }),
  startupProbe: Type.Unknown(),
  livenessProbe: Type.Unknown(),
  readinessProbe: Type.Unknown(),
})

const Deployment = Type.Object({
  metadata: Type.Object({ name: Type.String() }),
  spec: Type.Object({
    template: Type.Object({
      spec: Type.Object({
        securityContext: Type.Object({ runAsNonRoot: Type.Literal(true), seccompProfile: Type.Unknown() }),
        terminationGracePeriodSeconds: Type.Integer({ minimum: 15 }),
        containers: Type.Array(Container),
      }),
    }),
  }),
})

const Kind = Type.Object({ kind: Type.String() })

const Block = Type.Object({ cidr: Type.String(), except: Type.Array(Type.String()) })
const NetworkPolicy = Type.Object({
  kind: Type.Literal('NetworkPolicy'),
  spec: Type.Object({
    policyTypes: Type.Array(Type.String()),
    egress: Type.Array(Type.Object({ to: Type.Array(Type.Object({ ipBlock: Type.Optional(Block) })) })),
  }),
})

/** The names of metrics in a query; throws when it is not a query. */
const metricsIn = (query: string): string[] => {
  // The board's own variables are filled in before a query is sent.
  const text = query.replaceAll('$__rate_interval', '1m')
  const names: string[] = []
  parser.parse(text).iterate({
    enter: ({ type, name, from, to }) => {
      assert.ok(!type.isError, `${query} is no query at ${from}`)
      if (name === 'VectorSelector') names.push(/^[\w:]*/.exec(text.slice(from, to))?.[0] ?? '')
    },
  })
  assert.ok(names.length > 0, `${query} asks for nothing`)
  return names
}

/** The text of the product's sources. */
const sourceText = async (): Promise<string> => {
  const root = new URL('../../../', import.meta.url)
  const names = (await readdir(root, { recursive: true })).filter((name) => /\/src\/.*\.ts$/.test(name))
  return (await Promise.all(names.map((name) => readFile(new URL(name, root), 'utf8')))).join('\n')
}

const manifests = async (): Promise<unknown[]> => {
  const names = (await readdir(new URL('kubernetes/', folder))).filter((name) => name.endsWith('.yaml'))
  const texts = await Promise.all(names.map((name) => read(`kubernetes/${name}`)))
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, [])
      return document.toJS()
    }),
  )
}

describe('The deployment files', () => {
  let metrics: Metrics
  let known: Set<string>
  before(async () => {
    metrics = createMetrics({ role: 'both', version: '0' })
    const types = (await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)
    known = new Set(
      [...types].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
  })
  after(() => metrics.close())

  const check = (query: string) => {
    for (const name of metricsIn(query)) assert.ok(known.has(name), `${name} in ${query} is no metric of ours`)
  }

  it('have a network policy that keeps the pods from private addresses and the metadata service', async () => {
    const policies = (await manifests()).filter((manifest) => Value.Check(NetworkPolicy, manifest))
    assert.ok(policies.length > 0)
    for (const { spec } of policies) {
      assert.deepEqual(spec.policyTypes, ['Ingress', 'Egress'])
      const blocks = spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? []))
      assert.deepEqual(
        blocks.map(({ cidr }) => cidr),
        ['0.0.0.0/0', '::/0'],
      )
      const closed = new Set(blocks.flatMap(({ except }) => except))
      for (const range of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'])
        assert.ok(closed.has(range), range)
    }
  })

  it('have a dashboard that queries only metrics that exist', async () => {
    const board = Value.Parse(Board, JSON.parse(await read('grafana/polyparse.json')))
    const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    assert.ok(queries.length > 20)
    for (const query of queries) check(query)
    assert.equal(new Set(board.panels.map(({ id }) => id)).size, board.panels.length)
    const shown = new Set(queries.flatMap(metricsIn).map((name) => name.replace(/_bucket$/, '')))
    const ours = [...known].filter((name) => name.startsWith('polyparse_') && !/_(?:bucket|sum|count)$/.test(name))
    assert.deepEqual(
      ours.filter((name) => !shown.has(name)).toSorted(),
      ['polyparse_engine_processes', 'polyparse_fleet_figures_age_seconds'],
      'all the others are shown',
    )
  })

  it('have alerts that query only metrics that exist, and say what to do', async () => {
    const { groups } = Value.Parse(Rules, parse(await read('prometheus/alerts.yml')))
    const rules = groups.flatMap((group) => group.rules)
    assert.ok(rules.length >= 10)
    for (const { expr } of rules) check(expr)
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    assert.throws(() => check('sum(polyparse_nonsense)'), 'a metric that is none would be found')
    assert.throws(() => check('sum(polyparse_jobs'), 'a query that is none would be found')
  })

  it('have manifests of pods that are guarded, probed and limited, and scaled by a metric that exists', async () => {
    const all = await manifests()
    const ofKind = (kind: string) => all.filter((one) => Value.Check(Kind, one) && one.kind === kind)
    const deployments: Static<typeof Deployment>[] = ofKind('Deployment').map((one) => Value.Parse(Deployment, one))
    assert.deepEqual(deployments.map(({ metadata }) => metadata.name).toSorted(), ['polyparse-api', 'polyparse-worker'])
    assert.equal(ofKind('PodDisruptionBudget').length, 2)
    const Scaled = Type.Object({
      spec: Type.Object({ triggers: Type.Array(Type.Object({ metadata: Type.Object({ query: Type.String() }) })) }),
    })
    for (const one of ofKind('ScaledObject'))
      for (const { metadata } of Value.Parse(Scaled, one).spec.triggers) check(metadata.query)
  })

  it('set only variables that exist', async () => {
    const ours = new Set<string>(allSettings.map(({ variable }) => variable))
    const others = new Set(['NODE_ENV', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    const refuse = (names: Iterable<string>, at: string) => {
      for (const name of names) assert.ok(ours.has(name) || others.has(name), `${name} in ${at} is no setting`)
    }
    const Environment = Type.Record(Type.String(), Type.Unknown())
    const Compose = Type.Object({
      services: Type.Object({
        api: Type.Object({ environment: Environment }),
        worker: Type.Object({ environment: Environment }),
      }),
    })
    const { services } = Value.Parse(Compose, parse(await read('compose.yaml'), { merge: true }))
    for (const { environment } of [services.api, services.worker]) refuse(Object.keys(environment), 'compose.yaml')

    const Settings = Type.Object({ data: Type.Record(Type.String(), Type.String()) })
    const Secrets = Type.Object({ stringData: Type.Record(Type.String(), Type.String()) })
    const all = await manifests()
    const given = all.flatMap((one) => {
      if (Value.Check(Settings, one)) return Object.keys(one.data)
      return Value.Check(Secrets, one) ? Object.keys(one.stringData) : []
    })
    refuse(given, 'the manifests')
    const Named = Type.Object({ env: Type.Array(Type.Object({ name: Type.String() })) })
    const Pods = Type.Object({
      spec: Type.Object({ template: Type.Object({ spec: Type.Object({ containers: Type.Array(Type.Unknown()) }) }) }),
    })
    const containers = all.flatMap((one) => (Value.Check(Pods, one) ? one.spec.template.spec.containers : []))
    const own = containers.flatMap((one) => (Value.Check(Named, one) ? one.env.map(({ name }) => name) : []))
    assert.ok(given.length > 5 && own.length > 0)
    refuse(own, 'the containers')

    // Also those that appear only in prose.
    const files = [
      'Containerfile',
      'compose.yaml',
      'kubernetes/settings.yaml',
      'kubernetes/worker.yaml',
      'helm/polyparse/values.yaml',
      'helm/polyparse/templates/worker.yaml',
    ]
    for (const file of files) refuse((await read(file)).match(/\b(?:POLYPARSE|OTEL)_[A-Z0-9_]+/g) ?? [], file)
    assert.match(await read('Containerfile'), /^ENV /m)
  })

  it('are explained on a page that names only metrics, settings and log lines that exist', async () => {
    const page = await readFile(new URL('../../../../docs/use/operations.md', import.meta.url), 'utf8')
    for (const [name] of page.matchAll(/\bpolyparse_[a-z_]*[a-z](?![a-z_(])/g))
      assert.ok(known.has(name), `${name} is no metric`)
    // The key is a caller's, not a setting of the service.
    const ours = new Set<string>([...allSettings.map(({ variable }) => variable), 'POLYPARSE_API_KEY'])
    const variables = page.match(/\b(?:POLYPARSE|OTEL)_[A-Z0-9_]*[A-Z]/g) ?? []
    assert.deepEqual(
      variables.filter((name) => !ours.has(name)),
      [],
    )
    const sources = await sourceText()
    // Text in italics is quoted from a log or an answer.
    const said = [...page.matchAll(/(?<![\w`])_([^_`\n]+)_(?!\w)/g)].map(([, text = '']) => text.replace(/: …$/, ''))
    assert.ok(said.length > 5)
    assert.deepEqual(
      said.filter((text) => !sources.includes(text)),
      [],
    )
  })

  it('have a compose file of two APIs and three workers that write only to scratch space', async () => {
    const Service = Type.Object({
      read_only: Type.Literal(true),
      cap_drop: Type.Tuple([Type.Literal('ALL')]),
      deploy: Type.Object({ replicas: Type.Integer() }),
    })
    const Compose = Type.Object({ services: Type.Object({ api: Service, worker: Service }) })
    const { services } = Value.Parse(Compose, parse(await read('compose.yaml'), { merge: true }))
    assert.deepEqual([services.api.deploy.replicas, services.worker.deploy.replicas], [2, 3])
  })

  it('have an image that runs as nobody and brings everything the program imports', async () => {
    const text = await read('Containerfile')
    assert.match(text, /^USER \d+:\d+$/m)
    const sent = new Set((await read('Containerfile.dockerignore')).split('\n').filter((line) => line.startsWith('!')))
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    assert.deepEqual(
      copied.filter((name) => !sent.has(`!${name}`)),
      [],
    )
  })
})
