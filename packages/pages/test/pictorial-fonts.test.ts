import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textInFont } from '@polyparse/engine'
import { asPictured } from '../src/pdf/structure/pictorial-fonts.ts'

const pictured = (text: string, font: string): string =>
  Array.from(text, (character) => asPictured({ text: character, look: { font }, glyph: null })).join('')

describe('characters of fonts of symbols in a PDF', () => {
  it('are boxes, ticks and arrows by the map of all formats, and bullets else', () => {
    const shown: readonly (readonly [font: string, codes: string, shown: string])[] = [
      ['ABCDEF+Wingdings-Regular', '\u00FC\u00FE\u00A8\u0078\u0071\uF0E0', '✓☑☐☒☐→'],
      ['Wingdings2', 'PR\u00A3', '✓☑☐'],
      ['Webdings', 'acr', '✔☐✗'],
      ['ZapfDingbats', '48lmoq', '✔✘●○☐☐'],
      ['ITCZapfDingbatsStd', 'n\u00D5', '■→'],
    ]
    for (const [font, codes, expected] of shown) {
      assert.equal(pictured(codes, font), expected, font)
      assert.equal(textInFont(codes, font), expected, font)
    }
    assert.equal(pictured('l\u00A7v', 'Wingdings'), '•••')
    assert.equal(pictured('\u0070', 'Wingdings 3'), '•')
  })

  it('are letters and signs of Symbol where their codes are private, and what the PDF says elsewhere', () => {
    assert.equal(pictured('50 \uF06Dg, \uF0B3 5', 'ABCDEF+SymbolMT'), '50 μg, ≥ 5')
    assert.equal(pictured('µm \u00B3', 'Symbol'), 'µm \u00B3')
    assert.equal(pictured('\uF06D', 'Segoe UI Symbol'), '\uF06D')
  })
})
