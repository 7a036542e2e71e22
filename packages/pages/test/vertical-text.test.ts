import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withVerticalText } from '../src/pdf/characters/vertical.ts'
import type { Character, CharacterLook } from '../src/pdfium/character.ts'

const look: CharacterLook = {
  object: 1,
  style: { bold: false, italic: false, monospaced: false },
  font: 'Mincho',
  size: 10,
  stretch: 1,
  direction: 0,
  slant: 0,
  color: 0,
  mark: null,
  hidden: false,
}

const drawn = (text: string, [x, y]: readonly [number, number]): Character => ({
  text,
  box: [x, y - 8, x + 10, y + 2],
  origin: [x, y],
  look,
  glyph: null,
})

const columns = ['春はあけぼのやうやう', '白くなりゆく山ぎは少し'].flatMap((column, index) =>
  Array.from(column).map((text, row) => drawn(text, [200 - index * 18, 50 + row * 10])),
)

describe('text in columns that run down', () => {
  it('is turned, so that it is read down its columns from the right', () => {
    assert.ok(withVerticalText(columns).every((character) => character.look.direction === 90))
  })

  it('is told from text that runs to the right, and from a word written down in a cell', () => {
    const line = Array.from('春はあけぼのやうやう白くなりゆく', (text, index) => drawn(text, [50 + index * 10, 50]))
    const cell = Array.from('合計額', (text, row) => drawn(text, [20, 100 + row * 10]))
    const characters = [...line, ...cell]
    assert.equal(withVerticalText(characters), characters)
  })
})
