import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eraseLater, undoErasure, undoMs } from '../src/job-data/erasures.ts'
import { isFiltered, readFilter, readLabel, toJobFilter, writeFilter } from '../src/job-data/history-filter.ts'
import { typeName } from '../src/language/type-name.ts'

describe('The filters of the history', () => {
  const query = { status: 'failed', provider: 'auto', period: 'day', name: 'Möwe & Co', label: 'case=a=b' }

  it('are the address, both ways', () => {
    assert.deepEqual(writeFilter(readFilter(query)), query)
    assert.equal(isFiltered(readFilter({})), false)
    assert.equal(isFiltered(readFilter({ status: 'gone', period: 'year', label: 'no label' })), false)
  })

  it('become those of the API', () => {
    const now = Date.parse('2026-01-02T00:00:00Z')
    assert.deepEqual(toJobFilter(readFilter(query), now), {
      status: 'failed',
      provider: 'auto',
      name: 'Möwe & Co',
      createdAfter: new Date('2026-01-01T00:00:00Z'),
      labels: { case: 'a=b' },
    })
    assert.deepEqual(toJobFilter(readFilter({ name: ' ' }), now), {})
  })

  it('read a label as people write it', () => {
    assert.deepEqual(readLabel(' box = 4 5 '), { key: 'box', value: '4 5' })
    for (const text of ['', 'box', '=4', 'box=', ' = ']) assert.equal(readLabel(text), null, text)
  })
})

describe('The type of a document', () => {
  it('is what people call it', () => {
    const types = {
      'application/pdf': 'PDF',
      'image/png': 'PNG',
      'image/svg+xml': 'SVG',
      'text/plain; charset=utf-8': 'text',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
      'application/octet-stream': '',
    }
    for (const [type, name] of Object.entries(types)) assert.equal(typeName(type), name)
  })
})

describe('The deletion of a job', () => {
  it('is sent once after some seconds, and not at all if it was undone before', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    const erased: string[] = []
    const ends: unknown[] = []
    const refusal = new TypeError('no')
    const client = {
      eraseJob: async (id: string) => {
        erased.push(id)
        if (id === 'refused') throw refusal
      },
    }
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    for (const id of ['kept', 'gone', 'gone', 'refused']) eraseLater(client, id, (outcome) => ends.push(outcome))
    t.mock.timers.tick(undoMs - 1)
    undoErasure('kept')
    assert.deepEqual(erased, [])
    t.mock.timers.tick(1)
    undoErasure('gone')
    await settled()
    assert.deepEqual(erased, ['gone', 'refused'])
    assert.deepEqual(ends, [null, { error: refusal }])
    eraseLater(client, 'kept', () => {})
    t.mock.timers.tick(undoMs)
    await settled()
    assert.deepEqual(erased, ['gone', 'refused', 'kept'])
  })
})
