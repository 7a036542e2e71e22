import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fill } from '../src/layout/page-content.ts'
import { lattice, line, onlyTable, page, rows, textsOf, widthOf } from './layout-tables-page.ts'

describe('marked words in the cells of a table', () => {
  it('are no cells of their own where the marks of two lines touch', () => {
    const texts = [
      ['Berth', 'Ship', 'Fee'],
      ['A1', 'Merlin', '410'],
      ['A2', '', '295'],
      ['B1', 'Osprey', '730'],
    ]
    const [xs, ys] = [
      [60, 130, 220, 300],
      [100, 114, 140, 154, 168],
    ]
    const places = { xs: [65, 135, 225] }
    const words = [
      ...rows(texts.slice(0, 2), { ...places, top: 111, pitch: 14 }),
      ...line(135, 137, 'Falcon'),
      ...rows(texts.slice(2), { ...places, top: 151, pitch: 14 }),
    ]
    const marked = [116, 128].map((top): Fill => ({
      box: [135, top, 135 + widthOf('Merlin'), top + 12],
      color: 0xffff00,
    }))
    const found = textsOf(onlyTable(page({ words, rules: lattice(xs, ys), fills: marked })))
    assert.deepEqual(
      found,
      texts.map((row) => row.map((text) => (text === 'Merlin' ? 'Merlin Falcon' : text))),
    )
  })
})
