import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer, temporaryPlace } from '../support/server.ts'
import { cacheFolder } from '../support/test-database/cache.ts'

const execute = promisify(execFile)

const run = async (program: string, argv: readonly string[], cwd: string): Promise<string> => {
  const { stdout } = await execute(program, argv, { cwd }).catch((error: unknown) => {
    const { stdout: out = '', stderr: err = '' } = Object(error)
    throw new Error(`${program} ${argv.join(' ')}: ${String(out)}${String(err)}`, { cause: error })
  })
  return stdout
}

/** The generator and the compiler that its output is for, beside each other; installed once, as nothing else needs them. */
const packages = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3']

const toolFolder = async (): Promise<string> => {
  const path = join(await cacheFolder(), packages.join('-').replaceAll(/[^\w.]/g, '-'))
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) return path
  const made = await mkdtemp(`${path}-`)
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', made, ...packages], made)
  await rename(made, path).catch(() => rm(made, { recursive: true, force: true }))
  return path
}

describe('a client that hey-api makes of the description', () => {
  it('uploads, polls, narrows and deletes without a hand’s help', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-generated-'))
    t.after(() => rm(folder, { recursive: true }))
    const server = await startServer(await temporaryPlace(t))
    t.after(() => server.end('SIGTERM'))
    const tools = await toolFolder()
    await mkdir(join(folder, 'src'))
    await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'))
    const description = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url))
    const generator = join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js')
    await run(process.execPath, [generator, '-i', description, '-o', 'src/generated'], folder)
    await writeFile(join(folder, 'src/use.ts'), use)
    const compiler = join(tools, 'node_modules/typescript/bin/tsc')
    const options = '--strict --skipLibCheck --module commonjs --moduleResolution node10 --target es2022 --outDir out'
    await run(
      process.execPath,
      [compiler, ...options.split(' '), '--lib', 'es2022,dom,dom.iterable,dom.asynciterable', 'src/use.ts'],
      folder,
    )
    const used = await run(process.execPath, ['out/use.js', server.url, server.key ?? ''], folder)
    assert.equal(used, '# Hello\nnot_found\n')
  })
})

/** A program with the generated client. It compiles only if the variants of a job can be told apart. */
const use = `
declare const process: { argv: string[] }
import { client } from './generated/client.gen'
import { createUpload, deleteJob, readJob } from './generated/sdk.gen'

const main = async () => {
  const [, , baseUrl, auth] = process.argv
  client.setConfig({ baseUrl, auth })
  const { data: accepted, error } = await createUpload({
    body: new Blob(['# Hello']),
    query: { filename: 'a.md', operation: 'parse', outputs: ['markdown'] },
    headers: { 'Idempotency-Key': 'generated-1' },
  })
  if (accepted === undefined) throw new Error(JSON.stringify(error))
  const path = { jobId: accepted.id }
  for (;;) {
    const { data: job } = await readJob({ path, query: { wait: 5 } })
    if (job === undefined || job.status === 'failed') throw new Error(JSON.stringify(job))
    if (job.status !== 'complete') continue
    if ('providers' in job.result) throw new Error('a compare')
    console.log(job.result.outputs.markdown)
    break
  }
  await deleteJob({ path })
  const { error: gone } = await readJob({ path })
  console.log(gone?.code)
}
void main()
`
