import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompareResult } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { openParser, writePlugin } from '../support/plugin.ts'
import { doclingKey, openDocling } from '../../../providers/test/support/docling-serve.ts'
import { jsonOfRequest } from '../../../providers/test/support/fake.ts'
import { llamaKey, openLlamaparse } from '../../../providers/test/support/llamaparse.ts'
import { samplePdf } from '../../../providers/test/support/sample.ts'
import { openVision, visionKey } from '../../../providers/test/support/vision.ts'

test('two vision models, two tiers of LlamaParse, docling-serve, a plugin and auto stand side by side in one comparison', async (t) => {
  const fast = await openVision()
  const fine = await openVision({ kind: 'layout' })
  const llama = await openLlamaparse()
  const docling = await openDocling()
  const parser = await openParser('# Ferries of Page 1')
  const plugin = await writePlugin()
  const place = await temporaryPlace(t)
  const server = await startServer(place, {
    POLYPARSE_PROVIDERS: 'vision-fast=vision,vision-fine=vision,llama-fast=llamaparse,llama-agentic=llamaparse',
    VISION_API_KEY: visionKey,
    VISION_MODEL: 'tiny-vision',
    VISION_FAST__VISION_BASE_URL: fast.url,
    VISION_FINE__VISION_BASE_URL: fine.url,
    VISION_FINE__VISION_PROFILE: 'dots-ocr',
    VISION_INPUT_PRICE: '0.2',
    VISION_OUTPUT_PRICE: '0.6',
    VISION_FINE__VISION_OUTPUT_PRICE: '6',
    LLAMA_CLOUD_API_KEY: llamaKey,
    LLAMA_CLOUD_BASE_URL: llama.url,
    DOCLING_SERVE_URL: docling.url,
    DOCLING_SERVE_API_KEY: doclingKey,
    POLYPARSE_PLUGINS: plugin.module,
    MY_PARSER_URL: parser.url,
    MY_PARSER_API_KEY: 'my-parser-key',
    LLAMA_FAST__OPTIONS: '{"tier":"fast"}',
    LLAMA_AGENTIC__OPTIONS: '{"tier":"agentic"}',
  })
  t.after(async () => {
    await server.end('SIGKILL')
    for (const fake of [fast, fine, llama, docling, parser]) await fake.close()
    await plugin.remove()
  })
  const client = createClient(server.url, server.key ?? '')
  const providers = ['vision-fast', 'vision-fine', 'llama-fast', 'llama-agentic', 'docling-serve', 'my-parser', 'auto']
  const more = { 'X-Service-Operation': 'compare', 'X-Service-Providers': providers.join(',') }
  const { id } = await client.upload(await samplePdf(), { name: 'ferries.pdf', type: 'application/pdf', more })
  const job = await client.end(id)
  assert.equal(job.status, 'complete')
  const compared = Value.Parse(CompareResult, job['result'])
  assert.deepEqual(
    compared.providers.map(({ provider, status: ended }) => [provider, ended]),
    providers.map((id) => [id, 'parsed']),
  )
  const usages = compared.providers.flatMap((entry) =>
    entry.status === 'parsed' ? [[entry.provider, entry.result.usage?.cost, entry.result.model]] : [],
  )
  assert.deepEqual(usages, [
    ['vision-fast', 0.00078, 'tiny-vision'],
    ['vision-fine', 0.0024, 'tiny-vision'],
    ['llama-fast', 0.0075, 'cost_effective'],
    ['llama-agentic', 0.0075, 'cost_effective'],
    ['docling-serve', undefined, undefined],
    ['my-parser', 0.01, undefined],
    ['auto', undefined, undefined],
  ])
  assert.match(
    compared.agreement?.recommendation?.reasons.join(' ') ?? '',
    /It costs .* a page; [a-z-]+, the next best, costs/,
  )
  for (const fake of [fast, fine])
    assert.deepEqual(
      fake.asked.toSorted((one, other) => one - other),
      [1, 2, 3],
    )
  const tiers = llama.requests.filter(({ step }) => step === 'submit').map((asked) => jsonOfRequest(asked)['tier'])
  assert.deepEqual(new Set(tiers), new Set(['agentic', 'fast']))
})
