import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { readBlocksOf } from '@polyparse/test-support/code-blocks'
import { writeNpx } from '../support/code-blocks/npx.ts'
import { noPostgres } from '../support/postgres-server.ts'
import { noS3Server, s3Program } from '../support/s3-server.ts'

const root = join(import.meta.dirname, '../../../..')
const isRoot = process.getuid?.() === 0

/** The first three digits of all ports of the fleet, below those that systems give to clients. */
const ports = 200 + (process.pid % 120)

/** The block with ports of this test, without what is installed already. */
const fill = (code: string): string =>
  code
    .replace(/^npm install$/m, '')
    .replace(/^GOBIN=.*go install .*$/m, 'cp versitygw data/bin/')
    .replaceAll(/\b300(?=[\d$])/g, `${ports}0`)
    .replaceAll(/\b946(?=\d)/g, `${ports}1`)
    .replaceAll('5433', `${ports}20`)
    .replaceAll('7070', `${ports}21`)

/** Stops what a block that failed has left running. */
const tidy = `trap 'kill $(cat data/*.pid) || :; pg_ctl --pgdata data/postgres --mode immediate stop || :' EXIT`

const skip = noPostgres === false ? noS3Server : noPostgres

it('runs a fleet as docs/use/operations.md says: a worker is killed, and no job is lost', { skip }, async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-fleet-'))
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const name of ['packages', 'node_modules', 'examples']) await symlink(join(root, name), join(folder, name))
  await copyFile(s3Program, join(folder, 'versitygw'))
  await chmod(join(folder, 'versitygw'), 0o755)
  await mkdir(join(folder, 'home'))
  const programs = join(folder, 'bin')
  await writeNpx(programs)

  const blocks = (await readBlocksOf('docs/use/operations.md')).filter(({ marks }) => marks.has('tested-by'))
  assert.ok(blocks.length >= 10)
  await writeFile(join(folder, 'fleet.sh'), `set -e\n${tidy}\n${blocks.map(({ code }) => fill(code)).join('')}`)

  // PostgreSQL refuses to run as root.
  if (isRoot) {
    const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    for (const path of [folder, join(folder, 'home')]) await chown(path, id, id)
  }
  const path = [programs, dirname(process.execPath), process.env['PATH']].join(delimiter)
  const env = { PATH: path, HOME: join(folder, 'home'), TMPDIR: join(folder, 'home') }
  const [program, ...argv] = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), 'bash', 'fleet.sh']
  const { stdout } = await promisify(execFile)(program, argv, { cwd: folder, env, timeout: 300_000 })

  assert.match(stdout, /"status":"complete".*# Harbour Light Ferries/)
  assert.equal(stdout.match(/ complete +parse .* scan\.pdf$/gm)?.length, 12)
  assert.match(stdout, /^polyparse_runs_taken_over_total\{.*\} [1-9]/m)
})
