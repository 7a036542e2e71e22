import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { freePort } from '@polyparse/test-support/free-port'
import { whyNoMachine } from '../support/fresh-machine/base-system.ts'
import { makeMachine, outputOf, type Machine } from '../support/fresh-machine/machine.ts'

/*
 * What the README promises, on a Debian that has nothing but Node 20 and npm. `POLYPARSE_FRESH_RELEASES` and
 * `POLYPARSE_FRESH_USERS` choose among them, `POLYPARSE_FRESH_NPM` is the major version of npm (this machine's without
 * it), and `POLYPARSE_FRESH_TESTS` has `npm test` run as well: words of paths, or `all`.
 */
const listed = (name: string, values: string): string[] => (process.env[name] ?? values).split(/[\s,]+/)
const releases = listed('POLYPARSE_FRESH_RELEASES', 'bookworm trixie')
const users = listed('POLYPARSE_FRESH_USERS', 'root ordinary')
const npm = process.env['POLYPARSE_FRESH_NPM']
const tests = process.env['POLYPARSE_FRESH_TESTS']

const skip = (await whyNoMachine()) ?? false
const hourMs = 3_600_000

for (const release of releases) {
  for (const user of users) {
    describe(
      `a fresh ${release}, for ${user === 'root' ? 'root' : 'an ordinary user'}`,
      { skip, timeout: hourMs },
      () => {
        it('installs, starts, reads a document and stops', { timeout: hourMs }, async (test) => {
          const machine = await makeMachine(test, release, user === 'root' ? 'root' : 'ordinary')
          if (npm !== undefined) await useNpm(machine, npm)
          await machine.run('npm install')
          await readSample(machine)
          if (tests !== undefined) await machine.run(`npm test -- ${tests === 'all' ? '' : tests}`)
        })
      },
    )
  }
}

/** A place where an ordinary user may install it: a folder of their own, instead of the one that npm came in. */
const useNpm = (machine: Machine, major: string): Promise<void> =>
  machine.run(`npm install --prefix "$HOME/npm" npm@${major} && mkdir -p "$HOME/bin" &&
    ln -s ../npm/node_modules/.bin/npm ../npm/node_modules/.bin/npx "$HOME/bin" && hash -r && npm --version | grep "^${major}\\."`)

const readSample = async (machine: Machine): Promise<void> => {
  const port = await freePort()
  const child = machine.start(`PORT=${port} npm start`)
  const output = outputOf(child)
  const file = await untilPrinted(/^The API key .* is in (.+)$/m, output, () => child.exitCode)
  const reader = machine.start(`cat '${file}'`)
  const content = outputOf(reader)
  await once(reader, 'close')
  const key = content().trim()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/jobs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Idempotency-Key': 'fresh-machine',
      'Content-Type': 'application/pdf',
      'X-Service-Filename': 'sample.pdf',
      'X-Service-Operation': 'parse',
      'X-Service-Outputs': 'markdown',
    },
    body: await readFile(new URL('../../../../examples/sample.pdf', import.meta.url)),
  })
  const accepted = await response.text()
  assert.equal(response.status, 202, accepted)
  const { id }: { id: string } = JSON.parse(accepted)
  for (;;) {
    const job = await fetch(`http://127.0.0.1:${port}/api/v1/jobs/${id}?wait=25`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const text = await job.text()
    assert.equal(job.status, 200, text)
    const { status }: { status: string } = JSON.parse(text)
    if (status === 'queued' || status === 'running') continue
    assert.equal(status, 'complete', `${text}\n${output()}`)
    break
  }
  assert.ok(child.pid !== undefined)
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'close')
}

const untilPrinted = async (pattern: RegExp, output: () => string, exitCode: () => number | null): Promise<string> => {
  for (;;) {
    const found = pattern.exec(output())?.[1]
    if (found !== undefined) return found
    assert.equal(exitCode(), null, output())
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
