import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Character, CharacterLook } from '../src/pdfium/character.ts'
import { withEvenWidths } from '../src/pdfium/even-widths.ts'

const lookOf = (font: string): CharacterLook => ({
  object: 1,
  style: { bold: false, italic: false, monospaced: false },
  font,
  size: 10,
  stretch: 1,
  direction: 0,
  slant: 0,
  color: 0,
  mark: null,
  hidden: false,
})

const written = (text: string, font: string, widthOf: (letter: string) => number): Character[] => {
  const look = lookOf(font)
  return Array.from(text, (letter) => ({
    text: letter,
    box: [0, 0, widthOf(letter), 10] as const,
    origin: [0, 10] as const,
    look,
    glyph: null,
  }))
}

const areMonospaced = (characters: readonly Character[]): boolean[] => [
  ...new Set(withEvenWidths(characters).map(({ look }) => look.style.monospaced)),
]

describe('a font without a name', () => {
  it('is one of typewriters if its letters, narrow and wide, have one width', () => {
    const code = written('const list = require("q")', '#1', (letter) => (letter === 'q' ? 5.3 : 5.2))
    assert.deepEqual(areMonospaced(code), [true])
    assert.equal(new Set(withEvenWidths(code).map(({ look }) => look)).size, 1)
  })

  it('is none if its letters have the widths of print, or are too few to tell', () => {
    assert.deepEqual(areMonospaced(written('const list', '#1', (letter) => (/[lit]/.test(letter) ? 3 : 5))), [false])
    assert.deepEqual(areMonospaced(written('on one', '#1', () => 5)), [false])
    assert.deepEqual(areMonospaced(written('list', '#1', () => 5)), [false])
  })
})
