import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompareResult } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { createClient } from '../support/client.ts'
import { leftBehind } from '../support/left-behind.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { azureKey, openAzure } from '../../../providers/test/support/azure-document-intelligence.ts'
import { datalabKey, openDatalab } from '../../../providers/test/support/datalab.ts'
import { doclingKey, openDocling } from '../../../providers/test/support/docling-serve.ts'
import { llamaKey, openLlamaparse } from '../../../providers/test/support/llamaparse.ts'
import { mistralKey, openMistralOcr } from '../../../providers/test/support/mistral-ocr.ts'
import { openReducto, reductoKey } from '../../../providers/test/support/reducto.ts'
import { samplePdf } from '../../../providers/test/support/sample.ts'
import { openUnstructured, unstructuredKey } from '../../../providers/test/support/unstructured.ts'
import { openUpstage, upstageKey } from '../../../providers/test/support/upstage.ts'

const keys = [llamaKey, mistralKey, datalabKey, reductoKey, azureKey, unstructuredKey, doclingKey, upstageKey]
const vendors = ['llamaparse', 'mistral-ocr', 'datalab', 'reducto', 'azure-document-intelligence', 'unstructured']
const providers = ['provider-a', ...vendors, 'docling-serve', 'upstage']

test('a local provider and all vendors compare a document, each asked once, and leave no key behind', async (t) => {
  const llama = await openLlamaparse()
  const mistral = await openMistralOcr()
  const data = await openDatalab()
  const red = await openReducto({ byUrl: true })
  const azure = await openAzure()
  const partition = await openUnstructured()
  const docling = await openDocling()
  const up = await openUpstage()
  const fakes = [llama, mistral, data, red, azure, partition, docling, up]
  const place = await temporaryPlace(t)
  const server = await startServer(place, {
    POLYPARSE_LOG_LEVEL: 'debug',
    POLYPARSE_WORKER_CONCURRENCY: '4',
    LLAMA_CLOUD_API_KEY: llamaKey,
    LLAMA_CLOUD_BASE_URL: llama.url,
    MISTRAL_API_KEY: mistralKey,
    MISTRAL_BASE_URL: mistral.url,
    DATALAB_API_KEY: datalabKey,
    DATALAB_BASE_URL: data.url,
    REDUCTO_API_KEY: reductoKey,
    REDUCTO_BASE_URL: red.url,
    AZURE_DOCUMENT_INTELLIGENCE_KEY: azureKey,
    AZURE_DOCUMENT_INTELLIGENCE_ENDPOINT: azure.url,
    UNSTRUCTURED_API_KEY: unstructuredKey,
    UNSTRUCTURED_API_URL: partition.url,
    DOCLING_SERVE_API_KEY: doclingKey,
    DOCLING_SERVE_URL: docling.url,
    UPSTAGE_API_KEY: upstageKey,
    UPSTAGE_BASE_URL: `${up.url}/v1`,
  })
  t.after(async () => {
    await server.end('SIGKILL')
    for (const fake of fakes) await fake.close()
  })
  const client = createClient(server.url, server.key ?? '')
  const outputs = 'markdown,tables,images,json'
  const more = {
    'X-Service-Operation': 'compare',
    'X-Service-Providers': providers.join(','),
    'X-Service-Outputs': outputs,
    'X-Service-Pages': '2,3',
    'X-Service-Include-Raw': 'true',
  }
  // Two of them meet a transient failure.
  data.meet('submit', { status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Too many requests' } })
  red.meet('poll', { status: 500, json: { detail: `oops ${reductoKey}` } })
  const { id } = await client.upload(await samplePdf(), { name: 'ferries.pdf', type: 'application/pdf', more })
  const job = await client.end(id)

  assert.equal(job.status, 'complete')
  assert.deepEqual(
    entriesOf(job['result']).map((entry) => [
      entry.provider,
      entry.status === 'parsed' ? entry.result.pageCount : entry,
    ]),
    providers.map((provider) => [provider, 2]),
  )
  const result = JSON.stringify(job['result'])
  for (const name of ['Passengers of Page 2', 'Map of Page 3']) assert.equal(result.split(`# ${name}`).length > 8, true)

  const submits = fakes.map((fake) => fake.count('submit'))
  assert.deepEqual(submits, [1, 1, 2, 1, 1, 1, 1, 1], 'a refusal is not a submit that was taken')
  const kept = async () => [...llama.kept(), ...mistral.kept(), ...red.kept(), ...azure.results.keys()].length
  // What can be deleted is deleted.
  while ((await kept()) > 0) await new Promise((go) => setTimeout(go, 100))

  await server.end('SIGTERM')
  const left = [result, server.output(), server.errors(), ...(await leftBehind(place))]
  assert.ok(left.length > 5)
  for (const key of keys) assert.ok(left.every((text) => !text.includes(key)))
})

const entriesOf = (result: unknown) => {
  assert.ok(Value.Check(CompareResult, result))
  return result.providers
}
