import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ProgressEvent } from '@polyparse/contract'
import { AdminJobDetail } from '@polyparse/contract/admin'
import { Check } from '@polyparse/document/typebox/value'
import { createClient } from '../support/client.ts'
import { openStream } from '../support/events.ts'
import { serverEnvironment, startServer, temporaryPlace } from '../support/server.ts'

const run = promisify(execFile)
const bin = new URL('../../../cli/bin/polyparse.js', import.meta.url).pathname
const sample = new URL('../../../../examples/sample.pdf', import.meta.url)

test('a compare that is killed after some runs have ended continues with the others and repeats none', async (t) => {
  const place = await temporaryPlace(t)
  const first = await startServer(place)
  t.after(() => {
    first.child.kill('SIGKILL')
  })
  assert.ok(first.key)
  const providers = ['provider-b', 'provider-a', 'provider-c']
  const { id } = await createClient(first.url, first.key).upload(await readFile(sample), {
    name: 'sample.pdf',
    type: 'application/pdf',
    more: { 'X-Service-Operation': 'compare', 'X-Service-Providers': providers.join(',') },
  })
  const follow = (url: string) =>
    openStream(`${url}/api/v1/jobs/${id}/events`, { authorization: `Bearer ${first.key}` })
  const stream = await follow(first.url)
  const parsed = new Set<string>()
  // The first recognizes characters, which takes far longer than the work of the other two.
  while (parsed.size < 2) {
    const [{ event, data } = { event: '', data: null }] = await stream.take(1)
    if (event === 'progress' && Check(ProgressEvent, data) && data.status === 'parsed') parsed.add(data.provider)
  }
  assert.deepEqual([...parsed].toSorted(), ['provider-a', 'provider-c'])
  await first.end('SIGKILL')
  stream.leave()

  const second = await startServer(place)
  t.after(() => second.end('SIGKILL'))
  const events = await (await follow(second.url)).rest()
  assert.deepEqual(events.at(-1), { event: 'status', id: 'complete', data: { id, status: 'complete' } })
  const { result } = await createClient(second.url, first.key).end(id)
  assert.partialDeepStrictEqual(result, { providers: providers.map((provider) => ({ provider, status: 'parsed' })) })

  const environment = serverEnvironment(place, { POLYPARSE_URL: second.url })
  const shown = await run(process.execPath, [bin, 'jobs', 'show', id, '--json'], { env: environment })
  const job: unknown = JSON.parse(shown.stdout)
  assert.ok(Check(AdminJobDetail, job))
  assert.deepEqual(
    job.runs.map(({ provider, attempt, deaths }) => [provider, attempt, deaths]),
    [
      ['provider-b', 2, 1],
      ['provider-a', 1, 0],
      ['provider-c', 1, 0],
    ],
  )
})
