import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BlockValue, CellValue, ExtractionValue, TableValue } from '@polyparse/document/schema'
import { proposeSchema } from '../src/extraction/propose-schema.ts'
import { fieldsOfExample, schemaExamples } from '../src/extraction/schema-examples.ts'
import { fieldsOfSchema, mistakeOfFields, newField, schemaOfFields } from '../src/extraction/schema-fields.ts'
import { uploadHeaders } from '../src/request/upload-headers.ts'
import { allExtracted, doubtfulFirst, extractedParts, gridOfExtracted } from '../src/result/extracted-values.ts'

type Evidence = ExtractionValue['evidence'][number]

const found = (path: string, value: Evidence['value'], confidence = 0.99): Evidence => ({
  path,
  value,
  status: 'found',
  page: 1,
  bbox: [0, 0, 10, 10],
  text: String(value),
  confidence,
  from: [],
})
const missing = (path: string, value: Evidence['value'] = null): Evidence => ({
  ...found(path, value, 0),
  status: 'not_found',
  page: null,
  bbox: null,
  text: null,
})

describe('The values of an extraction', () => {
  const extraction: ExtractionValue = {
    data: {
      total: 12.5,
      year: { '2025': 'yes' },
      lines: [
        { name: 'One', tags: ['a', 'b'] },
        { name: null, tags: [] },
      ],
    },
    evidence: [
      found('/total', 12.5, 0.4),
      found('/year/2025', 'yes'),
      found('/lines/0/name', 'One', 0.6),
      found('/lines/0/tags/0', 'a'),
      found('/lines/0/tags/1', 'b'),
      missing('/lines/1/name', 'Two'),
    ],
    usage: {},
  }
  const parts = extractedParts(extraction)

  it('are a list and tables, of which a property with a number for a name is none', () => {
    assert.deepEqual(
      parts.single.map(({ name, text }) => [name, text]),
      [
        ['total', '12.5'],
        ['year · 2025', 'yes'],
      ],
    )
    assert.deepEqual(
      parts.tables.map(({ name }) => name),
      ['lines', 'lines 1 · tags'],
    )
    assert.deepEqual(parts.tables.map(gridOfExtracted), [
      [['name'], ['One'], ['']],
      [['lines 1 · tags'], ['a'], ['b']],
    ])
  })

  it('begin with the doubtful ones, the least sure first, and then those that are missing', () => {
    assert.deepEqual(
      doubtfulFirst(allExtracted(parts)).map(({ name }) => name),
      ['total', 'lines 1 · name', 'lines 2 · name', 'year · 2025', 'lines 1 · tags 1', 'lines 1 · tags 2'],
    )
  })

  it('show what was proposed and not found as no value, unless the data has kept it', () => {
    const entry = missing('/total', 7)
    const [dropped] = extractedParts({ data: { total: null }, evidence: [entry], usage: {} }).single
    assert.deepEqual([dropped?.text, dropped?.unproven], ['', '7'])
    const [kept] = extractedParts({ data: { total: 7 }, evidence: [entry], usage: {} }).single
    assert.deepEqual([kept?.text, kept?.unproven], ['7', null])
  })
})

describe('The form of a schema', () => {
  it('gives back each example as it is', () => {
    for (const example of schemaExamples) {
      const schema = schemaOfFields(fieldsOfExample(example))
      assert.equal(mistakeOfFields(fieldsOfExample(example)), null)
      assert.deepEqual(schemaOfFields(fieldsOfSchema(schema) ?? []), schema)
    }
  })

  it('shows no schema that says more than it could keep', () => {
    const withPart = (part: object) => fieldsOfSchema({ type: 'object', properties: { part } })
    assert.notEqual(withPart({ type: 'string', format: 'date' }), null)
    const more = [
      { type: 'string', enum: ['a'] },
      { type: 'string', format: 'email' },
      { type: ['string', 'null'] },
      { type: 'array', items: { type: 'string' } },
      { type: 'object', properties: { inside: { type: 'string' } } },
    ]
    for (const part of more) assert.equal(withPart(part), null, JSON.stringify(part))
    assert.equal(fieldsOfSchema({ type: 'object', properties: {}, $defs: {} }), null)
  })

  it('says what is missing before it can be sent', () => {
    const mistakes = [
      [],
      [newField()],
      [newField({ name: 'a' }), newField({ name: ' a ' })],
      [newField({ name: 'a', type: 'table' })],
      [newField({ name: 'a', type: 'table', columns: [newField()] })],
    ].map(mistakeOfFields)
    assert.deepEqual(mistakes, ['none', 'no_name', 'same_name', 'no_columns', 'no_name'])
  })

  it('is sent with a file, whatever signs it has', () => {
    const schema = schemaOfFields([newField({ name: 'größe', description: '100 % "net"' })])
    const parameters = { operation: 'parse' as const, outputs: ['extraction' as const], extraction: { schema } }
    const sent = uploadHeaders({ name: 'a.pdf', type: '' }, parameters)['X-Service-Extraction'] ?? ''
    assert.match(sent, /^[\x21-\x7e]+$/)
    assert.deepEqual(JSON.parse(decodeURIComponent(sent)), { schema })
  })
})

describe('A proposed schema', () => {
  const block = (type: BlockValue['type'], text: string, more: Partial<BlockValue> = {}): BlockValue => ({
    id: text,
    type,
    page: 1,
    bbox: null,
    text,
    ...more,
  })
  const cell = (row: number, column: number, text: string, more: Partial<CellValue> = {}): CellValue => ({
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    header: row < 2,
    text,
    blocks: [],
    ...more,
  })
  const table = (id: string): TableValue => ({
    id,
    page: 1,
    bbox: null,
    rows: [
      ['Item', 'Price', ''],
      ['', 'net', 'gross'],
      ['A', '1,200.50', '€ 1,428.60'],
      ['B', '-', ''],
    ],
    cells: [
      cell(0, 0, 'Item', { rowSpan: 2 }),
      cell(0, 1, 'Price', { columnSpan: 2 }),
      cell(1, 1, 'net'),
      cell(1, 2, 'gross'),
      ...['A', '1,200.50', '€ 1,428.60'].map((text, column) => cell(2, column, text)),
      ...['B', '-', ''].map((text, column) => cell(3, column, text)),
    ],
    markdown: '',
    html: '',
  })
  const outputs = (blocks: readonly BlockValue[], tables: readonly TableValue[] = []) => ({
    outputs: {
      pages: [
        { page: 1, width: null, height: null, rotation: 0 as const, blocks: [...blocks], markdown: '', text: '' },
      ],
      tables: [...tables],
    },
  })

  it('takes the labels of lines, with the type of what stands there', () => {
    const text =
      'Invoice no.: 0815\nDate: 12.03.2026\nTotal: 1,200.50 EUR\nItems: 3\nTotal: 4\nSee https://example.com\nAt 12:30'
    assert.deepEqual(
      proposeSchema(outputs([block('paragraph', text), block('heading', 'Chapter: 1')])).map(
        ({ name, type, description }) => [name, type, description],
      ),
      [
        ['invoiceNo', 'text', 'Invoice no.'],
        ['date', 'date', 'Date'],
        ['total', 'number', 'Total'],
        ['items', 'integer', 'Items'],
      ],
    )
  })

  it('takes tables by their headers, under the heading over them, and one that goes on only once', () => {
    const blocks = [
      block('heading', 'What was bought'),
      block('table', '', { table: 't1' }),
      block('table', '', { table: 't2' }),
    ]
    const [first, ...others] = proposeSchema(outputs(blocks, [table('t1'), table('t2')]))
    assert.deepEqual(others, [])
    assert.deepEqual([first?.name, first?.type, first?.description], ['whatWasBought', 'table', 'What was bought'])
    assert.deepEqual(
      first?.columns.map(({ name, type }) => [name, type]),
      [
        ['item', 'text'],
        ['priceNet', 'number'],
        ['priceGross', 'number'],
      ],
    )
  })

  it('is empty where a document names nothing', () => {
    assert.deepEqual(proposeSchema(outputs([block('paragraph', 'It was a dark night.')])), [])
  })
})
