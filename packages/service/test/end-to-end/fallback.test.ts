import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParseResult } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { createClient } from '../support/client.ts'
import { leftBehind } from '../support/left-behind.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { openReducto, reductoKey } from '../../../providers/test/support/reducto.ts'
import { samplePdf } from '../../../providers/test/support/sample.ts'

const wrongKey = 'wrong-key-0123456789abcdef'

test('when a vendor under another id refuses its key, the next provider is asked and no key is shown', async (t) => {
  const fake = await openReducto()
  const place = await temporaryPlace(t)
  const server = await startServer(place, {
    POLYPARSE_LOG_LEVEL: 'debug',
    POLYPARSE_PROVIDERS: 'careful=reducto,provider-b=off',
    POLYPARSE_PAID_PAGES_PER_DAY: '4',
    REDUCTO_API_KEY: wrongKey,
    REDUCTO_BASE_URL: fake.url,
  })
  t.after(async () => {
    await server.end('SIGKILL')
    await fake.close()
  })
  const client = createClient(server.url, server.key ?? '')
  const parse = async (more: Record<string, string>) => {
    const { id } = await client.upload(await samplePdf(), { name: 'a.pdf', type: 'application/pdf', more })
    return client.end(id)
  }
  for (const step of ['upload', 'submit'] as const)
    fake.meet(step, { status: 401, json: { detail: `Invalid API key ${wrongKey}` } })
  const job = await parse({ 'X-Service-Provider': 'careful', 'X-Service-Fallback': 'provider-c,provider-a' })
  assert.ok(Value.Check(ParseResult, job['result']), String(job.error))
  assert.equal(job['result'].provider, 'provider-c')
  assert.deepEqual(
    job['result'].warnings
      .filter(({ code }) => code === 'provider_fallback')
      .map(({ message }) => message.includes('because careful did not')),
    [true],
  )

  const failed = await parse({ 'X-Service-Provider': 'careful' })
  assert.equal(failed.status, 'failed')
  assert.equal(fake.count('submit'), 0)

  await server.end('SIGTERM')
  const left = [JSON.stringify([job, failed]), server.output(), server.errors(), ...(await leftBehind(place))]
  assert.ok(left.length > 5)
  for (const key of [wrongKey, reductoKey]) assert.ok(left.every((text) => !text.includes(key)))
})
