import assert from 'node:assert/strict'
import type { Box } from '@polyparse/document'
import { findTables } from '../src/layout/tables/find-tables.ts'
import type { ContentWord, PageContent, Rule } from '../src/layout/page-content.ts'
import type { DraftTable } from '../src/paged/draft.ts'

/** Pages made by hand: every character is half as wide as its font is high. */
type Look = { readonly size?: number; readonly bold?: boolean; readonly monospaced?: boolean }

const space = 0.28

export const widthOf = (text: string, size = 10): number =>
  text.split(' ').reduce((sum, word) => sum + word.length * 0.5 * size, 0) + (text.split(' ').length - 1) * space * size

export const line = (x: number, baseline: number, text: string, look: Look = {}): ContentWord[] => {
  const { size = 10, bold = false, monospaced = false } = look
  let left = x
  return text.split(' ').map((word, index) => {
    const right = left + word.length * 0.5 * size
    const box: Box = [left, baseline - size * 0.8, right, baseline + size * 0.2]
    left = right + space * size
    const style = { bold, italic: false, monospaced }
    return {
      text: word,
      box,
      size,
      style,
      href: null,
      confidence: 1,
      baseline,
      color: 0,
      font: '',
      mark: null,
      spaceBefore: index > 0,
    }
  })
}

/** Texts by row, each column from its x; a number as x sets text to the left, a negative one so that it ends there. */
export const rows = (
  texts: readonly (readonly string[])[],
  { xs, top, pitch = 14, ...look }: { xs: readonly number[]; top: number; pitch?: number } & Look,
): ContentWord[] =>
  texts.flatMap((row, index) =>
    row.flatMap((text, column) => {
      if (text === '') return []
      const x = xs[column] ?? 0
      return line(x < 0 ? -x - widthOf(text, look.size) : x, top + index * pitch, text, look)
    }),
  )

const sentence =
  'the report says again what the one before it has said already and so do all those that came before it and will'

/** Running text that fills its lines. */
export const prose = (x: number, top: number, count: number, width = 400): ContentWord[] =>
  Array.from({ length: count }, (_, index) => {
    const from = (index * 7) % 20
    const words = sentence.split(' ').toSpliced(0, from).concat(sentence.split(' '))
    let text = ''
    for (const word of words) {
      if (widthOf(`${text} ${word}`) > width) break
      text = text === '' ? word : `${text} ${word}`
    }
    return line(x, top + index * 13, text)
  }).flat()

export const across = (at: number, from: number, to: number, thickness = 0.5): Rule => ({
  direction: 'horizontal',
  at,
  from,
  to,
  thickness,
})

export const down = (at: number, from: number, to: number): Rule => ({
  direction: 'vertical',
  at,
  from,
  to,
  thickness: 0.5,
})

/** All the rules of a table. */
export const lattice = (xs: readonly number[], ys: readonly number[]): Rule[] => [
  ...ys.map((y) => across(y, xs[0] ?? 0, xs.at(-1) ?? 0)),
  ...xs.map((x) => down(x, ys[0] ?? 0, ys.at(-1) ?? 0)),
]

export const page = (parts: Partial<PageContent>): PageContent => ({
  number: 1,
  width: 595,
  height: 842,
  rotation: 0,
  words: [],
  rules: [],
  fills: [],
  pictures: [],
  ...parts,
})

/** The texts of a table by row and column. */
export const textsOf = ({ rowCount, columnCount, cells }: DraftTable): string[][] =>
  Array.from({ length: rowCount }, (_, row) =>
    Array.from(
      { length: columnCount },
      (__, column) => cells.find((cell) => cell.row === row && cell.column === column)?.text ?? '',
    ),
  )

export const figures = [
  ['Year', 'Births', 'Deaths'],
  ['1991', '1,204', '998'],
  ['1992', '1,187', '1,015'],
  ['1993', '1,240', '1,002'],
]
export const places = { xs: [60, -260, -380], top: 115 }

/** The table of a page that has just one. */
export const onlyTable = (content: PageContent): DraftTable => {
  const [found, ...others] = findTables(content)
  assert.equal(others.length, 0)
  assert.ok(found !== undefined)
  return found.table
}
