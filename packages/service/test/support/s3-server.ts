import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import serverSource from './s3-server.json' with { type: 'json' }

/** The S3 server of the tests, a real one, over a folder, under the Apache 2.0 licence; `build-s3-server.js` puts it here. */
const builtServer = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'polyparse-tests',
  `s3-${serverSource.module.replace(/^.*@/, '')}`,
  'versitygw',
)

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The server that the tests run. */
export const s3Program = process.env['POLYPARSE_TEST_S3_SERVER'] ?? builtServer

/** Why tests that need the server are skipped; false when they are not. */
export const noS3Server: string | false = isProgram(s3Program)
  ? false
  : process.env['POLYPARSE_TEST_S3_SERVER'] === undefined
    ? 'there is no S3 server: `node scripts/build-s3-server.js` builds one, or POLYPARSE_TEST_S3_SERVER names one'
    : 'POLYPARSE_TEST_S3_SERVER names no program'

export type S3Server = {
  readonly endpoint: string
  readonly bucket: string
  /** The environment that a process needs to use the bucket. */
  readonly environment: Readonly<Record<string, string>>
  /** For tests that do by hand what the store does not. */
  readonly client: S3Client
  /** The folder of the buckets. */
  readonly folder: string
  /** Kills the server, and starts it again at the same address. */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Leaves the server no room for a single byte, as on a full disk, or gives it room again. */
  fill(full: boolean): void
  /** Makes the server accept connections and do nothing, or go on with everything. */
  hang(hangs: boolean): void
  close(): Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  return address.port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const credentials = { accessKeyId: 'tests', secretAccessKey: randomBytes(16).toString('hex') }

/** Starts a separate server on a free port of the loopback address, with one empty bucket. */
export const startS3Server = async ({ endsWithProcess = false } = {}): Promise<S3Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-s3-'))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  let child: ReturnType<typeof spawn> | null = null

  const start = async () => {
    const options = ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive']
    child = spawn(s3Program, [...options, 'posix', folder], {
      stdio: 'ignore',
      env: { ...process.env, ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
    })
    if (endsWithProcess) child.unref()
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`the S3 server ended with ${child.exitCode}`)
      await setTimeout(20)
    }
  }
  const kill = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  const bucket = 'documents'
  const close = async () => {
    client.destroy()
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  if (endsWithProcess)
    process.once('exit', () => {
      child?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
  try {
    await start()
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } catch (error) {
    await close()
    throw error
  }
  return {
    endpoint,
    bucket,
    environment: {
      POLYPARSE_BLOBS: `s3://${bucket}/tests`,
      POLYPARSE_S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    client,
    folder,
    kill,
    fill: (full) => {
      if (child?.pid !== undefined)
        spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${full ? '0' : 'unlimited'}:unlimited`])
    },
    hang: (hangs) => void child?.kill(hangs ? 'SIGSTOP' : 'SIGCONT'),
    restart: async () => {
      await kill()
      await start()
    },
    close,
  }
}
