import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '../support/client.ts'
import { attackIn, insideUsers } from '../support/image/attackers.ts'
import { baseImage, makeBaseImage } from '../support/image/base.ts'
import {
  inReverse,
  makeVolume,
  runContainer,
  startService,
  stop,
  until,
  type RunningService,
} from '../support/image/container.ts'
import { buildPreviousImage, noPrevious } from '../support/image/previous.ts'
import { noContainers } from '../support/image/programs.ts'
import { buildImage, imageBytes, logsOf, podman } from '../support/image/storage.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const image = 'localhost/polyparse:tested'
const previousImage = 'localhost/polyparse:before'

/** Building installs hundreds of packages. */
const timeout = 3_000_000

const example = (name: string): Promise<Buffer> => readFile(new URL(`examples/${name}`, `file://${repository}`))

const parse = async ({ url, key }: RunningService, provider: string, file: string) => {
  assert.ok(key !== null, 'the first start gives a key')
  const client = createClient(url, key)
  const more = { 'X-Service-Provider': provider }
  const { id } = await client.upload(await example(file), { name: file, type: 'application/pdf', more })
  return client.end(id)
}

/** Lines that `hostile-attempts.ts` and `escape-attempts.ts` of `packages/readers` print. */
type Attempt = {
  readonly confinement: 'none' | 'some'
  readonly files: boolean
  readonly systemCalls: boolean
  readonly isDone: boolean
  readonly succeeded: readonly string[]
}
type Escape = { readonly where: 'service' | 'engine'; readonly attempt: string; readonly answer: string }

const markdownIn = (job: Record<string, unknown>): string => {
  assert.equal(job['status'], 'complete', JSON.stringify(job).slice(0, 1000))
  assert.ok(typeof job['result'] === 'object')
  return JSON.stringify(job['result'])
}

/** `[]` are the names of modules and of variables that were reached; `ended` is an engine that made itself dangerous. */
const kept = /^(?:ERR_ACCESS_DENIED|EACCES|ENOENT|closed|ended|\[\])$/

describe('The image', { skip: noContainers, timeout }, () => {
  const ends: (() => Promise<unknown>)[] = []
  before(
    async () => {
      await makeBaseImage()
      ends.push(() => podman('rmi', '--force', image))
      await buildImage(repository, image)
    },
    { timeout },
  )
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  it('adds at most 350 MB to its base', { timeout }, async (t) => {
    const added = (await imageBytes(image)) - (await imageBytes(baseImage))
    t.diagnostic(`${Math.round(added / 1e6)} MB`)
    assert.ok(added > 100e6, 'the engines alone are more')
    assert.ok(added <= 350e6, `${added} bytes`)
  })

  it('brings no npm cache, nothing to build or test with, and no Node but that of its base', { timeout }, async () => {
    const unwanted = ['node', 'typescript', 'vite', 'playwright-core', 'pdfjs-dist', '@polyparse/test-support']
    const paths = [...unwanted.map((name) => `*/node_modules/${name}`), '*/_cacache']
    const anyOf = paths.flatMap((path) => ['-o', '-path', path]).slice(1)
    const options = ['--network=none', '--user=0', '--entrypoint=find']
    assert.equal(await runContainer(image, options, ['/app', '/root', '/tmp', ...anyOf]), '')
    assert.notEqual(await runContainer(image, options, ['/app', '-path', '*/node_modules/fastify']), '')
  })

  it(
    'runs read-only, without capabilities, as a user without rights, and every local provider parses',
    { timeout },
    async (t) => {
      const test = inReverse(t)
      const service = await startService(test, image, await makeVolume(test))
      const user = await podman('exec', service.container, 'sh', '-c', 'id -u; grep CapEff /proc/self/status')
      assert.match(user, /^65532\nCapEff:\s+0+$/)

      for (const [provider, file, text] of [
        ['provider-a', 'sample.pdf', /Harbour Light Ferries/],
        ['provider-b', 'scan.pdf', /Passengers and punctuality/],
        ['provider-c', 'sample.pdf', /Harbour Light Ferries/],
      ] as const)
        assert.match(markdownIn(await parse(service, provider, file)), text, provider)

      const page = await fetch(service.url)
      assert.equal(page.status, 200)
      const html = await page.text()
      const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? []
      assert.equal((await fetch(new URL(script, service.url))).status, 200, html)

      await podman('healthcheck', 'run', service.container)

      // What the system keeps engines from, without any privilege, in addition to Node's own permissions.
      const said = /^\{.*"layers":(\{[^}]*\}).*$/m
      await until('the layers are logged', service.container, async () => said.test(await logsOf(service.container)))
      const layers: unknown = JSON.parse(said.exec(await logsOf(service.container))?.[1] ?? '')
      assert.partialDeepStrictEqual(layers, { network: true, files: true, processes: true, systemCalls: true })
      t.diagnostic(JSON.stringify(layers))

      const { code, milliseconds } = await stop(service.container)
      assert.equal(code, 0)
      assert.ok(milliseconds < 10_000, `${milliseconds} ms`)
    },
  )

  for (const user of insideUsers) {
    const who = user === 0 ? ', as root inside' : ''

    it(`lets a native program in the place of an engine achieve nothing${who}`, { timeout }, async (context) => {
      const program = 'hostile-attempts.ts'
      const attempts = await attackIn<Attempt>(inReverse(context), { image, user, program })
      const [plain, ...confined] = attempts
      context.diagnostic(`without layers: ${plain?.succeeded.join(', ')}`)
      assert.ok(plain?.isDone && plain.confinement === 'none')
      for (const attempt of ['read the data directory', 'reach the port of the service', 'end a sibling'])
        assert.ok(plain.succeeded.includes(attempt), attempt)

      const [strongest] = confined
      assert.partialDeepStrictEqual(strongest, { isDone: true, files: true, systemCalls: true })
      assert.deepEqual(strongest?.succeeded, [])
    })

    it(`lets JavaScript in an engine achieve nothing${who}`, { timeout }, async (context) => {
      const program = 'escape-attempts.ts'
      const escapes = await attackIn<Escape>(inReverse(context), { image, user, program })
      const answers = Map.groupBy(escapes, ({ where }) => where)
      for (const { attempt, answer } of answers.get('service') ?? []) assert.equal(answer, 'allowed', attempt)
      for (const { attempt, answer } of answers.get('engine') ?? []) assert.match(answer, kept, attempt)
      const counts = (['service', 'engine'] as const).map((where) => answers.get(where)?.length ?? 0)
      context.diagnostic(`attempts of the service and of an engine: ${counts.join(', ')}`)
      assert.ok(counts.every((count) => count > 10))
    })
  }

  it('names the owner that the data needs when a volume of another user is mounted', { timeout }, async (context) => {
    const t = inReverse(context)
    const volume = await makeVolume(t)
    const options = ['--network=none', '--user=0', `--volume=${volume}:/data`, '--entrypoint=chown']
    await runContainer(image, options, ['0:0', '/data'])
    await assert.rejects(
      startService(t, image, volume),
      /\/data belongs to user 0 with mode 700.*chown -R 65532 \/data/s,
    )
  })

  it('takes over the data of the previous image: its jobs, their results, its keys', { timeout }, async (t) => {
    const missing = await noPrevious()
    if (missing !== false) {
      t.skip(missing)
      return
    }
    const test = inReverse(t)
    test.after(() => podman('rmi', '--force', previousImage))
    await buildPreviousImage(previousImage)
    const volume = await makeVolume(test)
    const old = await startService(test, previousImage, volume)
    const job = await parse(old, 'provider-a', 'sample.pdf')
    const scanned = await parse(old, 'provider-b', 'scan.pdf')
    assert.equal((await stop(old.container)).code, 0)

    const upgraded = await startService(test, image, volume)
    assert.equal(upgraded.key, null, 'it has the keys of before')
    const service = { ...upgraded, key: old.key }
    const client = createClient(service.url, old.key ?? '')
    for (const each of [job, scanned]) assert.deepEqual(await client.read(each.id), each)
    markdownIn(await parse(service, 'provider-a', 'sample.pdf'))
    const report = await podman('exec', service.container, 'node', '/app/packages/cli/bin/polyparse.js', 'doctor')
    t.diagnostic(report)
    assert.equal((await stop(service.container)).code, 0)
  })
})
