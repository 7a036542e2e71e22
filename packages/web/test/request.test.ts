import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CatalogEntry } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document/schema'
import { languagesOption, readOptionsOf } from '@polyparse/readers'
import { choicesOf, firstChoices, offeredOutputs, toParameters } from '../src/request/choices.ts'
import { pagesInShort } from '../src/design/format.ts'
import { readPages } from '../src/request/pages.ts'
import { uploadHeaders } from '../src/request/upload-headers.ts'
import { withMaskedPasswords, withoutPasswords } from '../src/request/job-draft.ts'
import { toCsv } from '../src/result/csv.ts'
import { toTsv } from '../src/result/tsv.ts'
import { markdownPieces } from '../src/result/markdown-pieces.ts'
import { safeAddress } from '../src/result/safe-address.ts'
import { readOptionSchema, titleOf } from '../src/workbench/option-schema.ts'

const entry = (id: string, outputs: OutputId[], more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  id,
  name: id,
  capabilities: { execution: 'sync', features: [], outputs },
  options: {},
  default: id === 'one',
  enabled: true,
  ...more,
})

const catalog = [
  entry('one', ['markdown', 'json', 'tables']),
  entry('two', ['markdown', 'json', 'chunks']),
  entry('off', ['markdown'], { enabled: false }),
]

describe('What the workbench asks for', () => {
  it('is at first a comparison by all local providers', () => {
    const checked = toParameters(firstChoices(catalog), catalog)
    assert.deepEqual(checked, {
      parameters: { operation: 'compare', outputs: ['markdown', 'json'], providers: ['one', 'two'] },
    })
    const { options: _, ...behind } = entry('behind', ['markdown'])
    assert.deepEqual(firstChoices([...catalog, behind]).providers, ['one', 'two'])
  })

  it('has only outputs that all chosen providers offer', () => {
    const choices = firstChoices(catalog)
    assert.deepEqual(offeredOutputs(choices, catalog), ['markdown', 'json'])
    assert.deepEqual(offeredOutputs({ ...choices, operation: 'parse', provider: 'two' }, catalog), [
      'markdown',
      'chunks',
      'json',
    ])
  })

  it('is not complete without a provider, an output and possible pages', () => {
    const choices = firstChoices(catalog)
    for (const wrong of [{ providers: [] }, { outputs: [] }, { pages: '3-1' }, { pages: 'all' }])
      assert.ok('error' in toParameters({ ...choices, ...wrong }, catalog))
  })

  it('can be restored exactly', () => {
    const choices = {
      ...firstChoices(catalog),
      pages: '1-2, 4',
      options: { two: { dpi: 300 }, one: {} },
      includeRaw: true,
    }
    const checked = toParameters(choices, catalog)
    assert.ok('parameters' in checked)
    assert.deepEqual(checked.parameters.pages, [1, 2, 4])
    assert.deepEqual(checked.parameters.providerOptions, { two: { dpi: 300 } })
    assert.deepEqual(toParameters(choicesOf(checked.parameters, catalog), catalog), checked)
  })

  it('asks for the labels that have a name, whatever else is asked for, and of which no two are the same', () => {
    const label = (name: string, description = '') => ({ name, description })
    const choices = { ...firstChoices(catalog), outputs: [] }
    const asked = (...labels: { name: string; description: string }[]) =>
      toParameters({ ...choices, labels: { labels, by: 'pages' } }, catalog)
    const checked = asked(label(' invoice '), label('claim', 'Damage ("claim form")'), label('', 'no name'))
    assert.ok('parameters' in checked)
    assert.deepEqual(checked.parameters.outputs, ['classification'])
    assert.deepEqual(checked.parameters.classification, {
      labels: [{ name: 'invoice' }, { name: 'claim', description: 'Damage ("claim form")' }],
      by: 'pages',
    })
    assert.deepEqual(toParameters(choicesOf(checked.parameters, catalog), catalog), checked)
    for (const labels of [[], [label(' ')], [label('Réçu'), label('recu')]]) assert.ok('error' in asked(...labels))
  })

  it('keeps the model and the instructions that a job was given for its labels', () => {
    const classification = {
      labels: [{ name: 'invoice' }],
      by: 'document' as const,
      model: 'vision',
      instructions: 'x',
    }
    const given = { operation: 'parse' as const, provider: 'one', outputs: ['classification' as const], classification }
    assert.deepEqual(toParameters(choicesOf(given, catalog), catalog), { parameters: given })
  })

  it('says pages in short as they can be typed', () => {
    for (const [pages, text] of [
      [[1, 2, 3, 7], '1-3, 7'],
      [[4], '4'],
      [[], ''],
    ] as const)
      assert.equal(pagesInShort(pages), text)
  })

  it('reads pages as people write them', () => {
    assert.deepEqual(readPages(''), { pages: null })
    assert.deepEqual(readPages(' 7, 1–3,2 '), { pages: [1, 2, 3, 7] })
    for (const text of ['0', '-1', '1-', 'x', '1-999999999']) assert.ok('error' in readPages(text), text)
  })

  it('goes into the headers of an upload, with a file name in any script encoded', () => {
    const parameters = { operation: 'parse' as const, outputs: ['markdown' as const], provider: 'one', pages: [1, 2] }
    assert.deepEqual(uploadHeaders({ name: 'Übung\ud800.pdf', type: '' }, parameters), {
      'Content-Type': 'application/octet-stream',
      'X-Service-Filename': '%C3%9Cbung%EF%BF%BD.pdf',
      'X-Service-Operation': 'parse',
      'X-Service-Outputs': 'markdown',
      'X-Service-Pages': '1,2',
      'X-Service-Provider': 'one',
    })
    assert.equal(
      uploadHeaders({ name: 'a.json', type: 'application/json' }, parameters)['Content-Type'],
      'application/octet-stream',
    )
  })

  it('is stored without the password of a document', () => {
    const parameters = { operation: 'parse' as const, outputs: ['markdown' as const] }
    const written = withoutPasswords({ ...parameters, providerOptions: { one: { password: 'open sesame', dpi: 300 } } })
    assert.deepEqual(written, { ...parameters, providerOptions: { one: { dpi: 300 } } })
  })

  it('is shown with stars for the password of a document', () => {
    const source = { filename: 'a.pdf', mediaType: 'application/pdf' }
    const parameters = { operation: 'parse' as const, outputs: ['markdown' as const] }
    const providerOptions = { one: { pages: [{ passphrase: 'open' }], password: 'open sesame', dpi: 300 } }
    const shown = withMaskedPasswords({ source, parameters: { ...parameters, providerOptions } })
    const masked = { one: { pages: [{ passphrase: '********' }], password: '********', dpi: 300 } }
    assert.deepEqual(shown, { source, parameters: { ...parameters, providerOptions: masked } })
  })

  it('has a field for each option of the local providers, none of them as plain JSON', () => {
    const properties = { ...readOptionsOf('auto').properties, languages: languagesOption(null) }
    const options = readOptionSchema({ properties })
    assert.ok(options.length > 10 && options.every(({ kind }) => kind !== 'json'))
    const kinds = new Map(options.map(({ name, kind }) => [name, kind]))
    const shown = ['password', 'words', 'languages', 'dpi', 'imageFormat'].map((name) => kinds.get(name))
    assert.deepEqual(shown, ['text', 'flag', 'choices', 'number', 'choice'])
    assert.deepEqual(readOptionSchema({ properties: { deep: { type: 'object' } } }), [
      { name: 'deep', kind: 'json', schema: { type: 'object' } },
    ])
    assert.equal(titleOf('keepHeadersAndFooters'), 'Keep headers and footers')
    assert.equal(titleOf('dpi'), 'DPI')
  })
})

describe('What the result view makes of a result', () => {
  it('is Markdown in pieces that join to the original, none cut within a fence, a list or a table', () => {
    const parts = Array.from({ length: 60 }, (_, index) =>
      [
        `# Part ${index}`,
        'word '.repeat(40),
        '```\n\n# no heading\n\n```',
        '- one\n\n- two\n\n  more of it',
        '<table>\n\n<tr><td>x</td></tr>\n\n</table>',
        '| a | b |\n| - | - |\n| 1 | 2 |',
      ].join('\n\n'),
    )
    const markdown = parts.join('\n\n')
    const pieces = markdownPieces(markdown)
    assert.ok(pieces.length > 5)
    assert.equal(pieces.join('\n'), markdown)
    const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
    for (const piece of pieces) {
      assert.equal(count(piece, /^```/gm) % 2, 0)
      assert.equal(count(piece, /<table>/g), count(piece, /<\/table>/g))
      assert.match(piece, /^(?:# Part|word|<table|```)/)
    }
  })

  it('is CSV that reads back, whatever is in a cell', () => {
    assert.equal(
      toCsv([
        ['a', 'b,c'],
        ['"d"', 'e\nf'],
      ]),
      'a,"b,c"\r\n"""d""","e\nf"\r\n',
    )
  })

  for (const [name, write] of Object.entries({ CSV: toCsv, TSV: toTsv }))
    it(`is ${name} in which a spreadsheet finds no formula, and negative numbers stay numbers`, () => {
      const formulas = ["=cmd|' /C calc'!A0", '+1+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' \n=1', '-A1']
      for (const formula of formulas) assert.doesNotMatch(write([[formula]]), /^"?\s*[=+\-@]/, formula)
      const harmless = ['-1', '-1,234.50', '+49 30 1234', '-5 %', '-€ 3.20', '-12.5 €', '-', 'a=b', '']
      for (const cell of harmless) assert.doesNotMatch(write([[cell]]), /^"?'/, cell)
    })

  it('follows links to the web and to mailboxes alone', () => {
    assert.equal(safeAddress('https://example.com/a'), 'https://example.com/a')
    assert.equal(safeAddress('mailto:a@example.com'), 'mailto:a@example.com')
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '#top',
      'java\nscript:x',
      undefined,
    ])
      assert.equal(safeAddress(href), null)
  })
})
