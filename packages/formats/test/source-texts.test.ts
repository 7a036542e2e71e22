import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import { defaultRequest } from '@polyparse/engine'
import { sourceEngine } from '../src/text/source/source-engine.ts'

const read = (text: string, mediaType: string) => sourceEngine.read(Buffer.from(text), { ...defaultRequest, mediaType })

describe('Data in text', () => {
  const examples = {
    'application/json': '{\n  "a": [1, 2]\n}',
    'application/yaml': 'a:\n  - 1\n\nb: *x',
    'application/xml': '<?xml version="1.0"?>\n<a>\n\n  <b c="d"/>\n</a>',
  }
  for (const [mediaType, text] of Object.entries(examples))
    it(`of the type ${mediaType} stays as it is, as code`, async () => {
      const document = await read(`\r\n${text.replaceAll('\n', '\r\n')}\r\n`, mediaType)
      assert.equal(markdown(document), `\`\`\`\n${text}\n\`\`\``)
    })

  it('that is empty is said to be', async () => {
    await assert.rejects(
      read(' \n', 'application/json'),
      (error) => error instanceof EngineFailure && error.code === 'document_empty',
    )
  })
})
