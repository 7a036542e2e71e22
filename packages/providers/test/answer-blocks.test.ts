import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listItem } from '../src/answer-blocks.ts'

describe('an item of a list that a vendor gives with its mark', () => {
  const read = (text: string) => listItem(text, { box: null }).map(({ marker, text: rest }) => [marker, rest])

  it('has its bullet or its number as the marker, and not in the text', () => {
    for (const [written, marker, text] of [
      ['one', '•', 'one'],
      ['• one', '•', 'one'],
      ['- one', '•', 'one'],
      ['1. one', '1.', 'one'],
      ['12) twelve', '12)', 'twelve'],
      ['2.3 two three', '2.3', 'two three'],
      ['(b) two', '(b)', 'two'],
      ['b) two', 'b)', 'two'],
      ['A. Meyer', '•', 'A. Meyer'],
      ['2025 was calm', '•', '2025 was calm'],
      ['1.5', '•', '1.5'],
    ] as const)
      assert.deepEqual(read(written), [[marker, text]], written)
  })
})
