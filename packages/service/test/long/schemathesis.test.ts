import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { smallPagesPdf } from '@polyparse/test-support/pdf'
import { uploadHeaders } from '../support/api.ts'
import { pythonObstacle, runProgram } from '../support/python.ts'
import { type Place, startServer, temporaryPlace, type Server } from '../support/server.ts'

const skip = await pythonObstacle()
const description = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url))
const configuration = fileURLToPath(new URL('../support/schemathesis.toml', import.meta.url))

/** Routes that work on what there is: results of jobs, corrections, judgements and links. None ends or erases the job. */
const routesOfResults = String.raw`^/api/v1/(shared(/.*)?|judgements|jobs/\{jobId\}/(?!cancel|retry).*)$`

/** Of each test, in milliseconds; alone on two cores they take four minutes and one. */
const timeout = 30 * 60_000

describe('schemathesis finds nothing that contradicts the description of the API', { skip: skip ?? false }, () => {
  const done: (() => Promise<unknown>)[] = []
  let folder: string
  let server: Server
  let place: Place
  before(async () => {
    const scope = { after: (work: () => Promise<void>) => void done.push(work) }
    folder = await mkdtemp(join(tmpdir(), 'polyparse-schemathesis-'))
    done.push(() => rm(folder, { recursive: true }))
    await runProgram('python3', ['-m', 'venv', folder])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'schemathesis==4.*']
    await runProgram(join(folder, 'bin/python'), pip)
    place = await temporaryPlace(scope)
    server = await startServer(place)
    done.push(() => server.end('SIGTERM'))
  })
  after(async () => {
    for (const work of done.toReversed()) await work()
  })

  const schemathesis = (config: string, ...more: readonly string[]): Promise<string> => {
    const authorization = `Authorization: Bearer ${server.key}`
    const command = [join(folder, 'bin/schemathesis'), '--config-file', config, 'run', description]
    const options = ['--url', server.url, '--header', authorization, '--request-timeout', '40']
    return runProgram(join(folder, 'bin/python'), [...command, ...options, ...more], { cwd: folder })
  }
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string | Buffer) => {
    const answer = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
    return Object(await answer.json())
  }
  const json = { 'content-type': 'application/json' }

  it('on its own, with what it makes up', { timeout }, async () => {
    const said = await schemathesis(configuration, '--max-examples', '100')
    assert.match(said, /Selected: +(\d+)\/\1\n +Tested: +\1\n/)
    assert.match(said, /Stateful/)
  })

  it('where there are results, links, and an account that keeps judgements', { timeout }, async () => {
    const own = { authorization: `Bearer ${server.key}` }
    const admin = {
      authorization: `Bearer ${(await readFile(join(place.folder, 'admin-token'), 'utf8')).trim()}`,
      ...json,
    }
    const [account] = (await ask('GET', '/api/admin/accounts', admin)).accounts
    await ask(
      'POST',
      '/api/admin/accounts/judgements',
      admin,
      JSON.stringify({ account: account.name, judgements: 'kept' }),
    )
    const document = await smallPagesPdf()
    const upload = async (more: Record<string, string>): Promise<string> => {
      const headers = { 'content-type': 'application/pdf', 'x-service-filename': 'a.pdf', ...more }
      const { id } = await ask('POST', '/api/v1/jobs', uploadHeaders(server.key ?? '', headers), document)
      const { status } = await ask('GET', `/api/v1/jobs/${id}?wait=60`, own)
      assert.equal(status, 'complete')
      return id
    }
    const outputs = { 'x-service-outputs': 'markdown,pages,images,json' }
    const parsed = await upload({ ...outputs, 'x-service-page-images': 'true' })
    const providers = { 'x-service-operation': 'compare', 'x-service-providers': 'auto,provider-a' }
    const compared = await upload({ ...outputs, ...providers })
    const linkTo = async (job: string) => {
      const { url } = await ask('POST', `/api/v1/jobs/${job}/shares`, { ...own, ...json }, '{}')
      return { Authorization: `Bearer ${String(url).split('/').at(-1)}` }
    }
    const image = { 'path.imageId': 'p1-i1', 'path.page': 1 }
    const ofProvider = { ...image, 'path.provider': 'auto' }
    // A range of bytes of JSON is no JSON. An unknown unit is ignored.
    const whole = { 'header.Range': 'lines=1-2' }
    const ofJob = '^/api/v1/jobs/[^/]+/'
    const known: readonly KnownParameters[] = [
      { path: `${ofJob}(?!judgements|outputs|providers)`, parameters: { 'path.jobId': parsed, ...image } },
      { path: `${ofJob}outputs/`, parameters: { 'path.jobId': parsed, ...whole } },
      { path: `${ofJob}judgements$`, parameters: { 'path.jobId': compared } },
      { path: `${ofJob}providers/`, parameters: { 'path.jobId': compared, ...ofProvider, ...whole } },
      { path: '^/api/v1/shared(?!/providers)', parameters: image, headers: await linkTo(parsed) },
      { path: '^/api/v1/shared/providers/', parameters: ofProvider, headers: await linkTo(compared) },
    ]
    const config = join(folder, 'results.toml')
    await writeFile(config, `${await readFile(configuration, 'utf8')}\n${known.map(operationsOf).join('\n')}`)
    const only = ['--include-path-regex', routesOfResults, '--phases', 'examples,coverage,fuzzing']
    const said = await schemathesis(config, ...only, '--max-examples', '50')
    assert.match(said, /Selected: +22\/\d+\n +Tested: +22\n/)
    // All of them find what they work on.
    assert.doesNotMatch(said, /Missing test data/)
  })
})

type KnownParameters = {
  readonly path: string
  readonly parameters: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
}

/** What operations are asked with in place of what is made up, as a table of TOML. */
const operationsOf = ({ path, parameters, headers = {} }: KnownParameters): string => {
  const members = (values: object): string =>
    Object.entries(values)
      .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
      .join(', ')
  const table = [
    '[[operations]]',
    `include-path-regex = ${JSON.stringify(path)}`,
    `parameters = { ${members(parameters)} }`,
  ]
  return [...table, ...(Object.keys(headers).length === 0 ? [] : [`headers = { ${members(headers)} }`]), ''].join('\n')
}
