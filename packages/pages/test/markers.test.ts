import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markerOf } from '../src/language/list-markers.ts'

const plain = { bold: false, italic: false, monospaced: false, serif: false }

const line = (...texts: readonly string[]) => ({
  words: texts.map((text) => ({
    text,
    box: [0, 0, 10, 10] as const,
    size: 10,
    style: plain,
    href: null,
    raised: false,
    spaced: true,
    confidence: 1,
  })),
})

describe('the marker of a line', () => {
  it('is a bullet, a number or a letter before more text', () => {
    assert.deepEqual(markerOf(line('–', 'first')), { text: '–', kind: 'bullet' })
    assert.deepEqual(markerOf(line('∗', 'first')), { text: '∗', kind: 'bullet' })
    assert.deepEqual(markerOf(line('3)', 'third')), { text: '3)', kind: 'number' })
    assert.deepEqual(markerOf(line('b.', 'second')), { text: 'b.', kind: 'letter' })
    assert.equal(markerOf(line('•')), null)
  })

  it('may be a minus, but not the sign of a figure', () => {
    assert.deepEqual(markerOf(line('−', 'first')), { text: '−', kind: 'bullet' })
    for (const figure of ['12', '.5', '€12']) assert.equal(markerOf(line('−', figure)), null, figure)
    assert.equal(markerOf({ words: ['−', 'EUR', '12'].map((text) => ({ text, spaced: true })) }), null)
  })

  it('is a bullet where a symbol font has it under a letter of another script', () => {
    assert.deepEqual(markerOf(line('ｴ', 'scholarships')), { text: '•', kind: 'bullet' })
    assert.deepEqual(markerOf(line('\uF0B7', 'item')), { text: '•', kind: 'bullet' })
  })

  it('is never a word of the text', () => {
    for (const words of [
      ['I', 'am'],
      ['À', 'propos'],
      ['ε', 'small'],
      ['一', '二'],
      ['我', '们'],
    ])
      assert.equal(markerOf(line(...words)), null, words.join(' '))
  })
})
