import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const read = async (content: string): Promise<{ text: string; codes: string[] }> => {
  const bytes = sharedPagesPdf({ content: `BT /F 12 Tf 60 700 Td ${content} ET` })
  const document = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return { text: markdown(document), codes: document.warnings.map(({ code }) => code) }
}

const claim = (actual: string, drawn: string): string => `/Span << /ActualText (${actual}) >> BDC ${drawn} EMC`

describe('text that marked content claims', () => {
  it('is not believed where readable glyphs say something else', async () => {
    const content = `(The fee is ) Tj ${claim('999', '(120) Tj')} ( euros and ) Tj ${claim('never', '(al) Tj (ways) Tj')} ( due.) Tj`
    assert.deepEqual(await read(content), {
      text: 'The fee is 120 euros and always due.',
      codes: ['text_layer_repaired'],
    })
  })

  it('is believed where it says the same, what one glyph stands for, or what cannot be read', async () => {
    const content = `(A ) Tj ${claim('Difficult', '(diffi-) Tj (cult) Tj')} ( o) Tj ${claim('ff', '(w)  Tj')} (er of ) Tj ${claim('35', '(\\001\\002) Tj')} ( euros) Tj`
    assert.deepEqual(await read(content), { text: 'A Difficult offer of 35 euros', codes: [] })
  })
})
