import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { encryptedPdf } from '@polyparse/test-support/pdf'
import type { ModelQuestion } from '../src/provider.ts'
import { requestFor } from '../src/testing/exercise-provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import type { VendorAdapter } from '../src/vendor.ts'
import { anthropic } from '../src/vendors/vision/anthropic/anthropic.ts'
import { gemini } from '../src/vendors/vision/gemini/gemini.ts'
import { vision } from '../src/vendors/vision/vision.ts'
import { openFillingModel } from './support/filling-model.ts'
import { vendorAt } from './support/open-vendor.ts'
import { samplePdf } from './support/sample.ts'
import { never, pdf } from './vendor-modes.ts'

const schema = { type: 'object', properties: { total: { type: ['number', 'null'] } } }

const models: readonly (readonly [adapter: VendorAdapter, model: string, answering: string])[] = [
  [vision, 'tiny-vision', 'tiny-vision'],
  [anthropic, 'tiny-claude', 'tiny-claude-20261001'],
  [gemini, 'tiny-gemini', 'tiny-gemini-001'],
]

for (const [adapter, model, answering] of models)
  describe(`A question to ${adapter.declaration.name}`, () => {
    const sandbox = suiteSandbox()

    const open = async (...asked: Parameters<typeof openFillingModel>) => {
      const fake = await openFillingModel(...asked)
      after(() => fake.close())
      const provider = vendorAt(adapter, fake.url, {
        key: 'key-0123456789',
        sandbox,
        model,
        inputPrice: 1,
        outputPrice: 10,
      })
      const ask = async (question: Partial<ModelQuestion> = {}) => {
        const request = requestFor(pdf(await samplePdf()), provider)
        assert.ok(provider.answerInJson !== undefined)
        return provider.answerInJson({ prompt: 'What is the total?', schema, pages: [], request, ...question }, never)
      }
      return { fake, provider, ask }
    }

    it('is asked with the schema of its answer, and says what the answer has used', async () => {
      const { fake, ask } = await open(() => ({ text: '{"total":5}' }))
      assert.deepEqual(await ask(), {
        text: '{"total":5}',
        isCut: false,
        isDeclined: false,
        model: answering,
        tokens: { input: 1000, output: 100 },
        cost: 0.002,
      })
      assert.deepEqual(fake.questions, [{ prompt: 'What is the total?', pictures: 0, schema }])
    })

    it('shows the pictures of pages, but of a document that cannot be drawn', async () => {
      const { fake, provider, ask } = await open(() => ({ text: '{}' }))
      await ask({ pages: [1, 3] })
      await ask({ pages: [1], request: requestFor(pdf(await encryptedPdf()), provider) })
      assert.deepEqual(
        fake.questions.map(({ pictures }) => pictures),
        [2, 0],
      )
    })

    it('says whether the answer was cut or declined', async () => {
      const { ask } = await open((_question, nth) => ({ text: '{"total":1}', end: nth === 1 ? 'cut' : 'declined' }))
      assert.partialDeepStrictEqual(await ask(), { isCut: true, isDeclined: false, text: '{"total":1}' })
      assert.partialDeepStrictEqual(await ask(), { isDeclined: true })
    })

    it('fails as the vendor does', async () => {
      const { ask } = await open(() => ({ status: 503, json: { error: { message: 'overloaded' } } }))
      await assert.rejects(ask(), { code: 'provider_unavailable', transient: true })
    })
  })

describe('A question to an endpoint without structured output', () => {
  it('is asked again without the schema, which is in the prompt too', async () => {
    const fake = await openFillingModel(({ schema: sent }) =>
      sent === undefined ? { text: '{"total":5}' } : { status: 400, json: { error: { message: 'response_format' } } },
    )
    after(() => fake.close())
    const provider = vendorAt(vision, fake.url, { key: '', sandbox: suiteSandbox(), model: 'tiny-vision' })
    const request = requestFor(pdf(await samplePdf()), provider)
    assert.equal(
      (await provider.answerInJson?.({ prompt: 'p', schema, pages: [], request }, never))?.text,
      '{"total":5}',
    )
    assert.equal(fake.questions.length, 2)
  })
})
