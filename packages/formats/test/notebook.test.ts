import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pngOf } from '@polyparse/test-support/office'
import { notebookEngine } from '../src/text/notebook/notebook-engine.ts'
import { failsWith, blockOutline, reader, rowsOf, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(notebookEngine, 'application/x-ipynb+json')
const png = Buffer.from(pngOf(20, 20)).toString('base64')

const notebookOf = (cells: readonly unknown[], metadata: unknown = {}): string =>
  JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 })
const code = (source: string, ...outputs: readonly unknown[]) => ({ cell_type: 'code', source, outputs })
const markdown = (source: string | readonly string[], attachments: unknown = {}) => ({
  cell_type: 'markdown',
  source,
  attachments,
})
const shown = (data: Readonly<Record<string, unknown>>) => ({ output_type: 'execute_result', data, metadata: {} })
const stream = (name: string, text: string | readonly string[]) => ({ output_type: 'stream', name, text })

describe('a notebook', () => {
  it('has its cells in order: Markdown as such, code and what it printed as code', async () => {
    const cells = [
      markdown(['# Title\n', '\n', 'Some **bold** text.\n', '\n', '- one']),
      code('\nfor i in range(2):\n    print(i)\n', stream('stdout', ['0\n', '1\n'])),
      { cell_type: 'raw', source: 'as it is' },
      code(''),
    ]
    const document = await read(notebookOf(cells, { authors: [{ name: 'Ada' }, { name: 'Bob' }] }))
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Title'],
      ['paragraph', 'Some bold text.'],
      ['list_item', 1, '•', 'one'],
      ['code', 'for i in range(2):\n    print(i)'],
      ['code', '0\n1'],
      ['code', 'as it is'],
    ])
    assert.deepEqual(document.metadata, {
      mimeType: 'application/x-ipynb+json',
      title: 'Title',
      author: 'Ada, Bob',
      documentPageCount: 1,
    })
    assert.deepEqual(document.warnings, [])
  })

  it('has outputs in the best of their kinds: tables of HTML, Markdown, pictures, formulas, text', async () => {
    const frame = '<style>x</style><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'
    const outputs = [
      shown({ 'text/html': frame, 'text/plain': '   a  b\n0  1  2' }),
      shown({ 'text/markdown': ['*so*'], 'text/plain': '<Markdown>' }),
      shown({ 'image/png': `${png}\n`, 'text/plain': '<Figure>' }),
      shown({ 'text/latex': '$\\displaystyle x^{2}$', 'text/plain': 'x**2' }),
      shown({ 'text/html': '<script>draw()</script>', 'text/plain': '   a\n0  1' }),
      shown({ 'application/json': { a: [1] } }),
    ]
    const document = await read(notebookOf([code('x', ...outputs)]))
    assert.deepEqual(rowsOf(document), [
      ['a', 'b'],
      ['1', '2'],
    ])
    assert.deepEqual(blockOutline(document).slice(2), [
      ['paragraph', 'so'],
      ['picture', ''],
      ['formula', '\\displaystyle x^{2}'],
      ['code', '   a\n0  1'],
      ['code', '{\n  "a": [\n    1\n  ]\n}'],
    ])
    assert.deepEqual(
      document.pictures.map(({ mimeType, width }) => [mimeType, width]),
      [['image/png', 20]],
    )
  })

  it('has what was printed in pieces as one text, as a terminal shows it', async () => {
    const outputs = [stream('stdout', '10%\r50%\r'), stream('stdout', '100%\r\nend'), stream('stderr', 'careful')]
    assert.deepEqual(blockOutline(await read(notebookOf([code('x', ...outputs)]))).slice(1), [
      ['code', '100%\nend'],
      ['code', 'careful'],
    ])
  })

  it('has errors as code, without the colours of the terminal', async () => {
    const traceback = ['\u001B[0;31mKeyError\u001B[0m  Traceback', "\u001B[1;31mKeyError\u001B[0m: 'a'"]
    const failed = { output_type: 'error', ename: 'KeyError', evalue: "'a'", traceback }
    const outputs = [failed, { ...failed, traceback: [] }]
    assert.deepEqual(blockOutline(await read(notebookOf([code('x', ...outputs)]))).slice(1), [
      ['code', "KeyError  Traceback\nKeyError: 'a'"],
      ['code', "KeyError: 'a'"],
    ])
  })

  it('has the pictures that its Markdown carries', async () => {
    const cell = markdown('See ![a lake](attachment:my%20lake.png)', { 'my lake.png': { 'image/png': png } })
    const document = await read(notebookOf([cell]))
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'See'],
      ['picture', 'a lake'],
    ])
    assert.equal(document.pictures.length, 1)
  })

  it('shows the words of a drawing in place of the name of its class', async () => {
    const drawn = shown({ 'image/svg+xml': '<svg><text y="9">Start</text></svg>', 'text/plain': '<graphviz.Digraph>' })
    const document = await read(notebookOf([code('graph', drawn)]))
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'Start'])
  })

  it('says how many outputs are left out because they are of a kind that is not read', async () => {
    const outputs = [shown({ 'image/svg+xml': '<svg/>' }), shown({ 'application/x-y': 'z' }), shown({})]
    const document = await read(notebookOf([code('x', ...outputs)]))
    assert.deepEqual(codesOfWarnings(document), [['content_omitted', undefined]])
    assert.match(document.warnings[0]?.message ?? '', /^2 outputs/)
  })

  it('that is damaged or empty is said to be', async () => {
    await assert.rejects(read(notebookOf([markdown('x')]).slice(0, -9)), failsWith('document_damaged'))
    for (const empty of ['', '{}', '{"cells": 3}', notebookOf([]), notebookOf([markdown(''), null, 4, code('')])])
      await assert.rejects(read(empty), failsWith('document_empty'))
  })

  it('of cells and outputs that are not as they should be is read as far as it goes', async () => {
    const cells = [
      { cell_type: 'markdown', source: 3 },
      {
        cell_type: 'code',
        source: ['a', 1, 'b'],
        outputs: [null, 'x', { output_type: 'stream' }, { output_type: 'error' }],
      },
    ]
    assert.deepEqual(blockOutline(await read(notebookOf(cells))), [['code', 'ab']])
  })
})
