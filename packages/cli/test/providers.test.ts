import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { azureKey, openAzure } from '../../providers/test/support/azure-document-intelligence.ts'
import { datalabKey, openDatalab } from '../../providers/test/support/datalab.ts'
import { openTextract, textractKey, textractNames } from '../../providers/test/support/aws-textract.ts'
import { doclingKey, openDocling } from '../../providers/test/support/docling-serve.ts'
import type { FakeVendor } from '../../providers/test/support/fake.ts'
import { llamaKey, openLlamaparse } from '../../providers/test/support/llamaparse.ts'
import { mistralKey, openMistralOcr } from '../../providers/test/support/mistral-ocr.ts'
import { openReducto, reductoKey } from '../../providers/test/support/reducto.ts'
import { openUnstructured, unstructuredKey } from '../../providers/test/support/unstructured.ts'
import { openUpstage, upstageKey } from '../../providers/test/support/upstage.ts'
import { openVision, visionKey } from '../../providers/test/support/vision.ts'
import { run } from './run.ts'

const Checked = Type.Object({
  healthy: Type.Boolean(),
  providers: Type.Array(Type.Object({ provider: Type.String(), problem: Type.Union([Type.String(), Type.Null()]) })),
})

const check = (environment: Record<string, string>, ...argv: string[]) =>
  run(['providers', 'check', ...argv], environment)

/** Fakes of all vendors, and the settings that lead to them. */
const openAll = async (t: TestContext) => {
  const [llama, mistral, data, red, azure] = await Promise.all([
    openLlamaparse(),
    openMistralOcr(),
    openDatalab(),
    openReducto(),
    openAzure(),
  ])
  const [partition, docling, up, eyes, textract] = await Promise.all([
    openUnstructured(),
    openDocling(),
    openUpstage(),
    openVision(),
    openTextract(),
  ])
  const fakes: readonly FakeVendor[] = [llama, mistral, data, red, azure, partition, docling, up, eyes, textract]
  t.after(() => Promise.all(fakes.map((fake) => fake.close())))
  const addresses = {
    AWS_TEXTRACT_ACCESS_KEY_ID: textractNames.accessKeyId,
    AWS_TEXTRACT_REGION: textractNames.region,
    AWS_TEXTRACT_BUCKET: textractNames.bucket,
    LLAMA_CLOUD_BASE_URL: llama.url,
    MISTRAL_BASE_URL: mistral.url,
    DATALAB_BASE_URL: data.url,
    REDUCTO_BASE_URL: red.url,
    AZURE_DOCUMENT_INTELLIGENCE_ENDPOINT: azure.url,
    UNSTRUCTURED_API_URL: partition.url,
    DOCLING_SERVE_URL: docling.url,
    UPSTAGE_BASE_URL: `${up.url}/v1`,
    VISION_BASE_URL: eyes.url,
    VISION_MODEL: 'tiny-vision',
    AWS_TEXTRACT_BASE_URL: textract.url,
    AWS_TEXTRACT_S3_BASE_URL: textract.url,
  }
  const keys = {
    LLAMA_CLOUD_API_KEY: llamaKey,
    MISTRAL_API_KEY: mistralKey,
    DATALAB_API_KEY: datalabKey,
    REDUCTO_API_KEY: reductoKey,
    AZURE_DOCUMENT_INTELLIGENCE_KEY: azureKey,
    UNSTRUCTURED_API_KEY: unstructuredKey,
    DOCLING_SERVE_API_KEY: doclingKey,
    UPSTAGE_API_KEY: upstageKey,
    VISION_API_KEY: visionKey,
    AWS_TEXTRACT_SECRET_ACCESS_KEY: textractKey,
  }
  return { fakes, addresses, keys }
}

describe('polyparse providers check', () => {
  it('finds nothing wrong where nothing is, and leaves no work with any vendor', async (t) => {
    const { fakes, addresses, keys } = await openAll(t)
    const { code, stdout } = await check({ ...addresses, ...keys })
    assert.equal(code, 0, stdout)
    assert.equal(stdout.match(/ ok /g)?.length, fakes.length, stdout)
    assert.match(stdout, /^docling-serve +Docling Serve +ok +1\.31\.0$/m)
    for (const fake of fakes) assert.ok(fake.requests.every(({ body }) => body.length < 300))
  })

  it('says of each vendor that its key is wrong, without the key', async (t) => {
    const { fakes, addresses, keys } = await openAll(t)
    const wrong = Object.fromEntries(Object.keys(keys).map((variable) => [variable, 'not-the-key']))
    const { code, stdout } = await check({ ...addresses, ...wrong }, '--json')
    assert.equal(code, 1)
    const { healthy, providers } = Value.Parse(Checked, JSON.parse(stdout))
    assert.equal(healthy, false)
    assert.equal(providers.length, fakes.length)
    for (const { problem } of providers) assert.match(problem ?? '', /rejected the credentials of this service/)
    assert.doesNotMatch(stdout, /not-the-key/)
  })

  it('says of each vendor that nothing answers at its address', async (t) => {
    const { addresses, keys } = await openAll(t)
    const elsewhere = Object.fromEntries(
      Object.entries(addresses).map(([variable, value]) => [
        variable,
        value.startsWith('http') ? `${value}/nowhere` : value,
      ]),
    )
    const { code, stdout } = await check({ ...elsewhere, ...keys })
    assert.equal(code, 1)
    assert.doesNotMatch(stdout, / ok /)
  })

  it('names a model that the endpoint does not have, a server that is away and a quota that is used up', async (t) => {
    const { fakes, addresses, keys } = await openAll(t)
    fakes[0]?.meet('poll', { status: 402, json: { detail: 'No credits left' } })
    const { stdout } = await check({
      LLAMA_CLOUD_BASE_URL: addresses.LLAMA_CLOUD_BASE_URL,
      LLAMA_CLOUD_API_KEY: keys.LLAMA_CLOUD_API_KEY,
      DOCLING_SERVE_URL: 'http://127.0.0.1:1',
      VISION_BASE_URL: addresses.VISION_BASE_URL,
      VISION_API_KEY: keys.VISION_API_KEY,
      VISION_MODEL: 'another',
    })
    assert.match(stdout, /^llamaparse +LlamaParse +wrong +The quota at LlamaParse is exhausted\. .*No credits left/m)
    assert.match(stdout, /^docling-serve +Docling Serve +wrong +Docling Serve is not available at the moment\. \(/m)
    assert.match(stdout, /^vision +Vision model +wrong +The endpoint has no model “another”; it has tiny-vision\.$/m)
  })

  it('has nothing to say where no vendor is enabled', async () => {
    const { code, stdout } = await check({})
    assert.deepEqual([code, stdout], [0, 'No vendor is enabled.\n'])
  })
})
