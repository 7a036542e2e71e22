import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Block, Box, Cell, Document, Word } from '@polyparse/document'
import { withConfidence } from '../src/auto/confidence.ts'

/** Words of 5 points a letter and 10 in height; a space is as wide as a letter. */
const wordsAt = (text: string, left: number, top: number): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const bbox: Box = [left + index * 5, top, left + (index + word.length) * 5, top + 10]
    return { text: word, bbox, confidence: 1 }
  })

const rows = [
  ['Marsh', '12'],
  ['Ferry', '144'],
  ['Tower', '10'],
]

/** A page with a table at its top, in columns that begin at 0 and 200, and lines of text below it, one block each. */
const documentOf = (lines: readonly (readonly Word[])[]): Document => {
  const cells = rows.flatMap((row, at) =>
    row.map((text, column): Cell => ({
      row: at,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text,
      header: false,
      bbox: [column * 200, at * 20, column * 200 + 100, at * 20 + 10],
    })),
  )
  const bbox: Box = [0, 0, 300, 50]
  const table: Block = {
    id: 'p1-b1',
    type: 'table',
    page: 1,
    bbox,
    text: '',
    table: 'p1-t1',
    words: rows.flatMap((row, at) => row.flatMap((text, column) => wordsAt(text, column * 200, at * 20))),
  }
  const blocks = lines.map((words, index): Block => ({
    id: `p1-b${index + 2}`,
    type: 'paragraph',
    page: 1,
    bbox: [0, 60, 300, 200],
    text: words.map(({ text }) => text).join(' '),
    words: [...words],
  }))
  return {
    metadata: { mimeType: 'application/pdf', documentPageCount: 1 },
    pages: [{ number: 1, width: 600, height: 800, rotation: 0, blocks: [table, ...blocks] }],
    tables: [{ id: 'p1-t1', page: 1, bbox, rowCount: 3, columnCount: 2, cells }],
    pictures: [],
    outline: [],
    warnings: [],
  }
}

const judged = (...lines: readonly (readonly Word[])[]): Document => withConfidence(documentOf(lines), new Map())

const reasonsOf = ({ warnings }: Document): string[] =>
  warnings.filter(({ code }) => code === 'table_uncertain').map(({ message }) => message)

suite('rows of a table that came out as text', () => {
  const row = [...wordsAt('Mill', 0, 60), ...wordsAt('163', 200, 60)]

  test('are doubted with the table, whose cells are below .9, as they are', () => {
    const document = judged(row)
    assert.match(
      reasonsOf(document)[0] ?? '',
      /table p1-t1 .*: the line below it is in its columns, and may be a row of it\.$/,
    )
    const [table, text] = document.pages[0]?.blocks ?? []
    assert.ok((table?.confidence ?? 1) < 0.9 && (text?.confidence ?? 1) < 0.9)
    assert.ok(document.tables[0]?.cells.every(({ confidence = 1 }) => confidence < 0.9))
  })

  test('are found below a line of one column, as where cells are set in the middle of their rows', () => {
    const document = judged(wordsAt('Lower', 0, 58), [...wordsAt('gate', 0, 70), ...wordsAt('163', 200, 70)])
    assert.equal(reasonsOf(document).length, 1)
    assert.ok(document.pages[0]?.blocks.every(({ confidence = 1 }) => confidence < 0.9))
  })

  test('are neither a paragraph, nor a line far below, nor one that stands beside the columns', () => {
    const paragraph = wordsAt('Mill and all that is sold there in the year after it was built', 0, 60)
    assert.deepEqual(reasonsOf(judged(paragraph)), [])
    assert.deepEqual(reasonsOf(judged([...wordsAt('Mill', 0, 90), ...wordsAt('163', 200, 90)])), [])
    assert.deepEqual(reasonsOf(judged([...wordsAt('Mill', 30, 60), ...wordsAt('163', 240, 60)])), [])
    assert.deepEqual(reasonsOf(judged(wordsAt('Notes', 0, 60), paragraph)), [])
  })
})

suite('a column of a table that came out as text', () => {
  const column = ['B12', 'A7', 'C30'].map((text, row) => wordsAt(text, 400, row * 20))

  test('is doubted with the table, whose cells are below .9, as it is', () => {
    const document = judged(...column)
    assert.match(
      reasonsOf(document)[0] ?? '',
      /table p1-t1 .*: the texts to the right of it are on the lines of its rows, and may be a column of it\.$/,
    )
    assert.ok(document.pages[0]?.blocks.every(({ confidence = 1 }) => confidence < 0.9))
    assert.ok(document.tables[0]?.cells.every(({ confidence = 1 }) => confidence < 0.9))
  })

  test('is neither prose beside the table, nor text on lines of its own, nor a word or two', () => {
    const prose = ['The mill is where', 'all the corn that', 'is sown is ground'].map((text, row) =>
      wordsAt(text, 400, row * 20),
    )
    assert.deepEqual(reasonsOf(judged(...prose)), [])
    assert.deepEqual(reasonsOf(judged(...column.map((_, row) => wordsAt('B12', 400, row * 17 + 8)))), [])
    assert.deepEqual(reasonsOf(judged(...column.slice(1))), [])
  })
})
