import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseJsonElements, parseJsonPart } from '../../src/lib/json-values.ts'
import { replayable } from '../../src/lib/replayable.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('values of JSON', () => {
  it('are parsed by their path, the elements of a list one by one, whatever they are and the pieces', async () => {
    const lists = fc.array(fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), async (list, size, indent) => {
        const value = { before: 'x', result: { list, after: ['y'] } }
        const json = JSON.stringify(value, null, indent)
        const parsed: unknown[] = []
        const elements = await parseJsonElements(inPieces(json, size), ['result', 'list'])
        for await (const element of elements ?? []) parsed.push(element)
        assert.deepEqual(parsed, JSON.parse(JSON.stringify(list)))
        assert.deepEqual(await parseJsonPart(inPieces(json, size), ['result', 'list']), parsed)
      }),
    )
  })

  it('are texts with all that is escaped in them, and nothing where there is none', async () => {
    const json = JSON.stringify({ said: 'A "quote",\n\\ and ü' })
    assert.equal(await parseJsonPart(inPieces(json, 3), ['said']), 'A "quote",\n\\ and ü')
    assert.equal(await parseJsonPart(inPieces(json, 3), ['unsaid']), undefined)
    assert.equal(await parseJsonElements(inPieces(json, 3), ['unsaid']), null)
  })
})

describe('replayable bytes', () => {
  it('are read from their source once, and no further than they are needed', async () => {
    let read = 0
    async function* source() {
      for (const byte of [1, 2, 3]) {
        read += 1
        yield Uint8Array.of(byte)
      }
    }
    const open = replayable(source())
    for await (const piece of open()) {
      assert.deepEqual([...piece], [1])
      break
    }
    assert.equal(read, 1)
    const all: number[] = []
    for (const _ of [1, 2]) for await (const piece of open()) all.push(...piece)
    assert.deepEqual(all, [1, 2, 3, 1, 2, 3])
    assert.equal(read, 3)
  })
})
