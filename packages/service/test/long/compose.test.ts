import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { baseImage, makeBaseImage } from '../support/image/base.ts'
import { optionsOf, readCompose, type OurService } from '../support/image/compose.ts'
import { inReverse, makeVolume, startContainer, stop, until, type Test } from '../support/image/container.ts'
import { noPostgres, startDebianPostgres } from '../support/image/debian-postgres.ts'
import { noContainers, run } from '../support/image/programs.ts'
import { buildImage, logsOf, podman } from '../support/image/storage.ts'
import { noS3Server, s3Program } from '../support/s3-server.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const image = 'localhost/polyparse:composed'
const timeout = 3_000_000

const secret = (): string => randomBytes(20).toString('hex')

/** One network for all, in which the names of the services resolve, as in that of the compose file. */
const makeNetwork = async (t: Test) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-network-'))
  t.after(() => rm(folder, { recursive: true }))
  // Containers that share a network do not share what `--add-host` names.
  const hosts = join(folder, 'hosts')
  await writeFile(hosts, '127.0.0.1 localhost postgres s3\n', { mode: 0o644 })
  const container = await startContainer(t, {
    image: baseImage,
    options: ['--network=none'],
    command: ['sleep', 'infinity'],
  })
  const pid = await podman('container', 'inspect', '--format', '{{.State.Pid}}', container)
  return {
    join: [`--network=container:${container}`, `--volume=${hosts}:/etc/hosts:ro`],
    enter: ['nsenter', `--net=/proc/${pid}/ns/net`],
  }
}

/** The scratch file systems, made by hand: this podman cannot make a tmpfs with another owner. */
const makeScratch = async (t: Test, { tmpfs }: OurService): Promise<string[]> => {
  const words: string[] = []
  for (const entry of tmpfs) {
    const [path = '', options = ''] = entry.split(':')
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-scratch-'))
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
    t.after(async () => {
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    })
    words.push('--volume', `${folder}:${path}`)
  }
  return words
}

describe('The services of the compose file', { skip: noContainers || noPostgres || noS3Server, timeout }, () => {
  before(
    async () => {
      await makeBaseImage()
      await buildImage(repository, image)
    },
    { timeout },
  )
  after(() => podman('rmi', '--force', image))

  it(
    'start as it says, and a document goes through an API, a worker, PostgreSQL and the bucket',
    { timeout },
    async (context) => {
      const t = inReverse(context)
      const services = await readCompose({
        POSTGRES_PASSWORD: secret(),
        S3_SECRET: secret(),
        POLYPARSE_ADMIN_TOKEN: secret(),
      })
      const network = await makeNetwork(t)
      await startDebianPostgres(t, services.postgres, network.enter)

      const [entrypoint = '', ...words] = services.s3.entrypoint
      const s3 = await startContainer(t, {
        image: baseImage,
        options: [
          ...network.join,
          ...Object.entries(services.s3.environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
          `--volume=${await makeVolume(t)}:/data`,
          `--volume=${s3Program}:/usr/local/bin/versitygw:ro`,
          `--entrypoint=${entrypoint}`,
        ],
        command: words,
      })

      const start = async (service: OurService, operationsPort: number) => {
        // In a shared network each needs its own port for probes.
        const port = ['--env', `POLYPARSE_OPERATIONS_PORT=${operationsPort}`]
        const options = [...network.join, ...optionsOf(service), ...(await makeScratch(t, service)), ...port]
        return startContainer(t, { image, options, command: service.command })
      }
      const program = ['node', '/app/packages/cli/bin/polyparse.js']
      const isReady = (container: string) =>
        until('it is ready', container, async () => {
          const probe = `fetch('http://127.0.0.1:'+process.env.POLYPARSE_OPERATIONS_PORT+'/readyz').then((r)=>process.exit(r.ok?0:1))`
          await podman('exec', container, 'node', '--eval', probe)
          return true
        })

      const api = await start(services.api, 9464)
      await isReady(api)
      const made = await podman('exec', api, ...program, 'keys', 'create', '--account', 'trial', '--json')
      const { key }: { key: string } = JSON.parse(made)
      const worker = await start(services.worker, 9465)
      await isReady(worker)
      await podman('healthcheck', 'run', api)
      await podman('healthcheck', 'run', worker)

      const parse = async (provider: string) => {
        const access = ['--env', 'POLYPARSE_URL=http://127.0.0.1:3000', '--env', `POLYPARSE_API_KEY=${key}`]
        const sample = '/app/packages/service/examples/sample.pdf'
        return podman('exec', ...access, api, ...program, 'parse', sample, '--provider', provider, '--quiet')
      }
      assert.match(await parse('provider-a'), /Harbour Light Ferries/)

      const buckets = await podman('exec', s3, 'find', '/data/documents/polyparse', '-type', 'f')
      assert.match(buckets, /\/results\//, 'the result is in the bucket')
      assert.doesNotMatch(buckets, /\/sources\//, 'and the source is gone')
      assert.match(await logsOf(worker), /"layers"/, 'the worker has the engines')
      assert.doesNotMatch(await logsOf(api), /"layers"/)

      assert.equal((await stop(worker)).code, 0)
      assert.equal((await stop(api)).code, 0)
    },
  )
})
