import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseExtractionSchema } from '../src/schema/extraction-schema.ts'
import { schemaOf } from './schema-of.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const mistakesIn = (schema: unknown): string[] =>
  (parseExtractionSchema(schema).mistakes ?? []).map(({ path, message }) => `${path}: ${message}`)

describe('A schema for extraction', () => {
  it('has objects, arrays, strings with formats, numbers, enums and what may be null, in the order given', () => {
    const schema = schemaOf({
      z: { type: 'string', format: 'date', description: 'when' },
      a: { type: ['number', 'null'] },
      state: { enum: ['open', 'paid', null] },
      lines: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    })
    assert.deepEqual(
      schema.properties.map(({ name, schema: part }) => [name, part.kind]),
      [
        ['z', 'leaf'],
        ['a', 'leaf'],
        ['state', 'leaf'],
        ['lines', 'array'],
      ],
    )
  })

  it('may refer to its own parts, and may be null by anyOf, as Pydantic and Zod write it', () => {
    const { schema } = parseExtractionSchema({
      type: 'object',
      properties: { line: { $ref: '#/$defs/Line' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      $defs: { Line: { type: 'object', properties: { total: { type: 'number' } } } },
    })
    assert.deepEqual(
      schema?.properties.map(({ schema: part }) => part.kind),
      ['object', 'leaf'],
    )
  })

  it('is refused with the places of its mistakes', () => {
    assert.deepEqual(
      mistakesIn({
        type: 'object',
        required: ['b'],
        properties: { a: { type: 'string' } },
      }),
      ['/required/0: `required` names a property that the object does not have.'],
    )
    assert.deepEqual(mistakesIn({ type: 'object', properties: { 'a/b': { type: 'colour' } } }), [
      '/properties/a~1b/type: A type is one of object, array, string, number, integer, boolean.',
    ])
    assert.deepEqual(mistakesIn({ properties: { a: { type: 'number', enum: [1, 'x'] } } }), [
      '/properties/a/enum/1: The value is not of the type number.',
    ])
    assert.deepEqual(mistakesIn({ properties: { a: { type: 'string', properties: { b: { type: 'string' } } } } }), [
      '/properties/a/properties: Only objects have properties, not the type string.',
    ])
    assert.deepEqual(mistakesIn({ properties: { a: { oneOf: [] } } }), [
      '/properties/a/oneOf: `oneOf` is not supported.',
    ])
    for (const no of [null, 1, 'text', [], { type: 'array', items: { type: 'string' } }])
      assert.equal(mistakesIn(no).length, 1)
  })

  it('that contains itself has no end, and is refused', () => {
    const [mistake = ''] = mistakesIn({
      properties: { tree: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    })
    assert.match(mistake, /contains itself by #\/\$defs\/Node/)
    assert.match(mistakesIn({ $ref: '#' })[0] ?? '', /contains itself/)
    assert.match(mistakesIn({ properties: { a: { $ref: 'https://example.com/s.json' } } })[0] ?? '', /Only references/)
  })

  it('that grows by references is refused before it is followed', async () => {
    // Each level has ten of the next: 10^7 properties in less than 2 KiB.
    const level = (next: string) => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, { $ref: next }])),
    })
    const $defs = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`L${at}`, level(`#/$defs/L${at + 1}`)]))
    const schema = { $ref: '#/$defs/L0', $defs: { ...$defs, L7: { type: 'string' } } }
    const mistakes = await withinCpu(1000, () => mistakesIn(schema))
    assert.ok(mistakes.length > 0)
  })

  it('has at most 64 KiB, 8 levels, 500 properties and 1000 values in enums', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } }
    assert.deepEqual(mistakesIn(deep(7)), [])
    assert.match(mistakesIn(deep(8))[0] ?? '', /8 levels/)
    const wide = (count: number) => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
    })
    assert.deepEqual(mistakesIn(wide(500)), [])
    assert.match(mistakesIn(wide(501))[0] ?? '', /500 properties/)
    const listed = Array.from({ length: 10_000 }, (_, at) => at)
    assert.match(mistakesIn({ properties: { a: { enum: listed } } })[0] ?? '', /1000 values/)
    assert.match(
      mistakesIn({ properties: { a: { type: 'string', description: 'x'.repeat(70_000) } } })[0] ?? '',
      /bytes/,
    )
  })

  it('never compiles a pattern', () => {
    assert.deepEqual(mistakesIn({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } }), [])
    assert.deepEqual(mistakesIn({ properties: { a: { type: 'string', pattern: '(' } } }), [])
  })
})
