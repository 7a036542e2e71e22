import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readChunkingOptions } from '../../src/compatibility/unstructured/chunk-options.ts'
import { unstructuredChunks } from '../../src/compatibility/unstructured/chunks.ts'
import type { UnstructuredElement } from '../../src/compatibility/unstructured/elements.ts'

const element = (type: string, text: string, page = 1): UnstructuredElement => ({
  type,
  element_id: text,
  text,
  metadata: { filename: 'a.pdf', filetype: 'application/pdf', page_number: page },
})
const chunked = (elements: readonly UnstructuredElement[], asked: Record<string, string>): UnstructuredElement[] => {
  const options = readChunkingOptions(new Map(Object.entries(asked).map(([name, value]) => [name, [value]])))
  assert.ok(options !== null)
  return unstructuredChunks(elements, options)
}
const texts = (chunks: readonly UnstructuredElement[]): string[] => chunks.map(({ text }) => text)

describe('chunks of Unstructured', () => {
  it('are as long as they may be, and end where one more element would make them too long', () => {
    const elements = ['one one one', 'two two two', 'three three'].map((text) => element('NarrativeText', text))
    assert.deepEqual(texts(chunked(elements, { chunking_strategy: 'basic', max_characters: '25' })), [
      'one one one\n\ntwo two two',
      'three three',
    ])
    assert.equal(
      chunked(elements, { chunking_strategy: 'basic', max_characters: '60', new_after_n_chars: '5' }).length,
      3,
    )
  })

  it('begin at titles, and are put together where sections are short', () => {
    const elements = [element('Title', 'A'), element('Text', 'aaa'), element('Title', 'B'), element('Text', 'bbb', 2)]
    const asked = { chunking_strategy: 'by_title' }
    assert.deepEqual(texts(chunked(elements, { ...asked, combine_under_n_chars: '0' })), ['A\n\naaa', 'B\n\nbbb'])
    assert.deepEqual(texts(chunked(elements, asked)), ['A\n\naaa\n\nB\n\nbbb'])
    assert.deepEqual(texts(chunked(elements, { ...asked, multipage_sections: 'false' })), ['A\n\naaa\n\nB', 'bbb'])
  })

  it('divide a long table between its rows, and a long text between its words, with overlap', () => {
    const rows = Array.from({ length: 6 }, (_, index) => `row ${index}\tvalue`).join('\n')
    const tables = chunked([element('Table', rows)], { chunking_strategy: 'basic', max_characters: '40' })
    assert.deepEqual(
      tables.map(({ type, metadata }) => [type, metadata.is_continuation ?? false]),
      [
        ['TableChunk', false],
        ['TableChunk', true],
      ],
    )
    assert.equal(texts(tables).join('\n'), rows)
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ')
    const [first = '', second = ''] = texts(
      chunked([element('Text', words)], { chunking_strategy: 'basic', max_characters: '40', overlap: '6' }),
    )
    assert.ok(second.startsWith(first.slice(-5)), second)
  })

  it('repeat the end of the chunk before where that is asked for of all', () => {
    const elements = ['one one one one', 'two two two two'].map((text) => element('Text', text))
    const asked = { chunking_strategy: 'basic', max_characters: '30', overlap: '4', overlap_all: 'true' }
    assert.deepEqual(texts(chunked(elements, asked)), ['one one one one', 'one\n\ntwo two two two'])
  })

  it('never exceed the limit, lose no letter without overlap, and come to an end', () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('😀'.repeat(60), 'a b\nc', 'word')), {
      maxLength: 12,
    })
    const any = fc.tuple(fc.constantFrom('Title', 'Text', 'Table'), text)
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 8 }),
        fc.integer({ min: 20, max: 80 }),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        fc.constantFrom('basic', 'by_title'),
        (parts, max, wanted, all, strategy) => {
          const overlap = Math.min(wanted, Math.floor(max / 2))
          const elements = parts.map(([type, words]) => element(type, words.join(' ')))
          const chunks = chunked(elements, {
            chunking_strategy: strategy,
            max_characters: `${max}`,
            overlap: `${overlap}`,
            overlap_all: `${all}`,
          })
          for (const chunk of chunks) assert.ok(chunk.text.length <= max, chunk.text)
          const letters = (all: readonly string[]): string => all.join('').replaceAll(/\s/g, '')
          if (overlap === 0) assert.equal(letters(texts(chunks)), letters(texts(elements)))
        },
      ),
    )
  })
})
