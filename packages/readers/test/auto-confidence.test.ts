import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Block, type Box, type Cell, type Document, type Warning, type Word, warning } from '@polyparse/document'
import { withConfidence } from '../src/auto/confidence.ts'
import { at } from '../src/auto/curve.ts'
import type { SecondPage } from '../src/auto/second-reading.ts'
import { pairsOf, wordsOfDocument } from '../src/auto/words.ts'

const block = (text: string, more: Partial<Block> = {}): Block => ({
  id: 'p1-b1',
  type: 'paragraph',
  page: 1,
  bbox: [0, 0, 100, 10],
  text,
  ...more,
})

/** Words of 10 points of height, one after another from a place on; two spaces are wide white. */
const wordsAt = (text: string, [left, top]: readonly [number, number]): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const from =
      left + [...text.slice(0, index).matchAll(/ {2}|./g)].reduce((sum, [part]) => sum + (part === '  ' ? 20 : 3), 0)
    const bbox: Box = [from, top, from + 3 * word.length, top + 10]
    return { text: word, bbox, confidence: 1 }
  })

type Page = {
  readonly blocks: readonly Block[]
  readonly rows?: readonly (readonly string[])[]
  readonly warnings?: readonly Warning[]
}

/** A document of one page, with one table if there are rows. */
const documentOf = ({ blocks, rows, warnings = [] }: Page): Document => ({
  metadata: { mimeType: 'application/pdf', documentPageCount: 1 },
  pages: [{ number: 1, width: 600, height: 800, rotation: 0, blocks: [...blocks] }],
  tables:
    rows === undefined
      ? []
      : [
          {
            id: 'p1-t1',
            page: 1,
            bbox: null,
            rowCount: rows.length,
            columnCount: rows[0]?.length ?? 0,
            cells: rows.flatMap((texts, row) =>
              texts.map((text, column): Cell => ({
                row,
                column,
                rowSpan: 1,
                columnSpan: 1,
                text,
                header: false,
                bbox: [100 * column, 20 * row, 100 * column + 100, 20 * row + 20],
              })),
            ),
          },
        ],
  pictures: [],
  outline: [],
  warnings: [...warnings],
})

const second = (text: string, tables: readonly (readonly string[])[] = []): ReadonlyMap<number, SecondPage> => {
  const words = wordsOfDocument(text)
  return new Map([[1, { words: new Set(words), sequence: words, pairs: new Set(pairsOf(words)), tables }]])
}

const confidenceOf = (document: Document): number => document.pages[0]?.blocks[0]?.confidence ?? -1

describe('the confidence of a text', () => {
  const text = 'The line carried 14,208 passengers in March and 15,961 in April.'
  const read = (other: string): number =>
    confidenceOf(withConfidence(documentOf({ blocks: [block(text)] }), second(other)))

  it('is high where a second way of reading gives the same words in the same order', () => {
    assert.ok(read(`Before it. ${text} After it.`) >= 0.95)
  })

  it('is low where the second way has the words in another order, as when columns are mixed up', () => {
    assert.ok(read('The in line March carried and 14,208 15,961 passengers in April.') < 0.9)
  })

  it('is low where a character of it is not known', () => {
    const own = block(text.replace('14,208', '14,\uFFFD08'))
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [own] }), second(own.text))) <= 0.5)
    const rows = [
      ['Month', 'Passengers'],
      ['March', '14,\uFFFD08'],
    ]
    const { tables } = withConfidence(documentOf({ blocks: [], rows }), second(rows.flat().join(' '), rows))
    assert.ok((tables[0]?.cells[3]?.confidence ?? 1) <= 0.5)
    assert.ok((tables[0]?.cells[2]?.confidence ?? 0) > 0.5)
  })

  it('is low where the second way has another number', () => {
    assert.ok(read(text.replace('15,961', '15,981')) < 0.9)
    assert.ok(read(`${'Much else is said. '.repeat(20)}${text.replace('14,208', '-14,208')}`) < 0.9)
  })

  it('is not low where the second way sets a point apart from the figures around it', () => {
    const own = block('The note of 5. March was 69.96.')
    const other = second('The note of 5 . March was 69 .96 .')
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [own] }), other)) >= 0.95)
    const wrong = second('The note of 5 . March was 6 .96 .')
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [own] }), wrong)) < 0.9)
  })

  it('is not low where the second way sets spaces at the ends of lines in a script that has none', () => {
    const own = block('中國東部面海，很早就出現有記載的海洋活動。')
    assert.ok(
      confidenceOf(
        withConfidence(documentOf({ blocks: [own] }), second('中國東部面海， 很早就出 現有記載的海洋活動。')),
      ) >= 0.95,
    )
    assert.ok(
      confidenceOf(
        withConfidence(documentOf({ blocks: [own] }), second('中國西部面山，不早就出 現無記載的陸地活動。')),
      ) < 0.9,
    )
  })

  it('is not low where the second way has words that run to the left as they stand from the left', () => {
    const own = block('סמלי המדינה של מדינת ישראל')
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [own] }), second('ישראל מדינת של המדינה סמלי'))) >= 0.95)
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [own] }), second('של סמלי ישראל המדינה מדינת'))) < 0.9)
  })

  it('is not low of justified lines, whose white is wide and even', () => {
    const lines = ['The  line  carried  many', 'passengers  in  March  and', 'more in April.']
    const words = lines.flatMap((line, index) => wordsAt(line, [0, 12 * index]))
    const one = block(lines.join(' '), { words })
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [one] }), second(lines.join(' ')))) >= 0.95)
  })

  it('is low of several lines with wide white in one, where columns may have been read across', () => {
    const lines = ['Account holder: Ida  Branch: Holm', 'Number: 1193  Period: May']
    const words = lines.flatMap((line, index) => wordsAt(line, [0, 12 * index]))
    const one = block(lines.join(' '), { words })
    assert.ok(confidenceOf(withConfidence(documentOf({ blocks: [one] }), second(lines.join(' ')))) < 0.9)
  })

  it('is not low of one line with wide white, such as a label and its value, in whatever order the second way has it', () => {
    const line = 'Place of birth:  Saint Brannoc'
    const one = block(line, { words: wordsAt(line, [0, 0]) })
    assert.ok(
      confidenceOf(withConfidence(documentOf({ blocks: [one] }), second('Saint Brannoc Place of birth'))) >= 0.9,
    )
  })

  it('is neither without a second reading', () => {
    const alone = confidenceOf(withConfidence(documentOf({ blocks: [block(text)] }), new Map()))
    assert.ok(alone > 0.9 && alone < 0.99, String(alone))
  })

  it('is at most what a warning about the text layer allows', () => {
    const warnings = [{ code: 'text_layer_untrusted', message: 'It lies.', page: 1 }]
    const document = withConfidence(documentOf({ blocks: [block(text)], warnings }), second(text))
    assert.ok(confidenceOf(document) < 0.9)
  })

  it('comes from the words where they were recognised, and one doubtful figure is enough to doubt', () => {
    const warnings = [{ code: 'page_recognized', message: 'It was.', page: 1 }]
    const recognized = (figure: number): number => {
      const words = wordsOfDocument(text).map((word) => ({
        text: word,
        bbox: [0, 0, 1, 1] as const,
        confidence: word === '15,961' ? figure : 0.995,
      }))
      return confidenceOf(withConfidence(documentOf({ blocks: [block(text, { words })], warnings }), new Map()))
    }
    assert.ok(recognized(0.995) >= 0.95)
    assert.ok(recognized(0.7) < 0.9)
  })
})

describe('the confidence of a table', () => {
  const rows = [
    ['Town', '2024', '2025'],
    ['Holm', '310', '452'],
    ['Marram', '478', '371'],
  ]
  const read = (
    tables: readonly (readonly string[])[],
    { text = '', own = rows }: { text?: string; own?: typeof rows } = {},
  ) => {
    const words = own.flatMap((texts, row) =>
      texts.flatMap((cell, column) => wordsAt(cell, [100 * column, 20 * row + 5])),
    )
    const table = block(own.flat().join(' '), { type: 'table', table: 'p1-t1', words })
    const document = withConfidence(documentOf({ blocks: [table], rows: own }), second(text, tables))
    return {
      block: confidenceOf(document),
      cells: document.tables.flatMap(({ cells }) => cells.map(({ confidence = -1 }) => confidence)),
    }
  }

  it('is high, of every cell as well, where a second way of reading finds the same cells', () => {
    const { block: whole, cells } = read([['Elsewhere'], rows.flat()])
    assert.ok(whole >= 0.95)
    assert.ok(cells.every((confidence) => confidence >= 0.95))
  })

  it('is not high where the second way divides the columns in another way', () => {
    const { block: whole, cells } = read([['Town', '2024 2025', 'Holm', '310 452', 'Marram', '478 371']])
    assert.ok(whole < 0.95)
    assert.ok([1, 2, 4, 5, 7, 8].every((index) => (cells[index] ?? 1) < 0.95))
  })

  it('is low of the one cell that the second way reads differently', () => {
    const { cells } = read([rows.flat().map((text) => (text === '371' ? '317' : text))])
    assert.ok((cells.at(-1) ?? 1) < 0.9)
    assert.ok((cells[0] ?? 0) >= 0.95)
  })

  it('is high of the cells where the second way has the same rows as lines, and no table', () => {
    const { cells } = read([], { text: rows.flat().join(' ') })
    assert.ok(cells.every((confidence) => confidence >= 0.95))
  })

  it('is neither where the second way has the words in another order', () => {
    const { cells } = read([], { text: 'Town Holm Marram 2024 310 478 2025 452 371' })
    assert.ok(cells.every((confidence) => confidence >= 0.9 && confidence < 0.95))
  })

  it('is low of the row in which two numbers stand in one cell', () => {
    const { cells } = read([], { own: [...rows, ['Sandvik', '512 1498', '']] })
    assert.ok(cells.slice(-3).every((confidence) => confidence < 0.8))
  })

  it('takes a number whose figures are grouped by spaces for one', () => {
    const large = rows.map((texts) => texts.map((text) => text.replace(/^\d{3}$/, '1 $&')))
    assert.ok(
      read([large.flat().map((text) => wordsOfDocument(text).join(' '))], { own: large }).cells.every(
        (confidence) => confidence >= 0.95,
      ),
    )
  })

  it('is low where wide white stands within a cell, and with it the edge of a column', () => {
    const wide = [...rows, ['Sandvik  Bay', '512', '498']]
    assert.ok(read([], { own: wide, text: wide.flat().join(' ') }).cells.every((confidence) => confidence < 0.9))
  })

  it('is not lowered by the white between a currency and its amount', () => {
    const dollars = rows.map((texts) => texts.map((text) => text.replace(/^\d{3}$/, '$  $&')))
    assert.ok(read([rows.flat()], { own: dollars }).cells.every((confidence) => confidence >= 0.95))
  })

  it('is low where the words of two columns stand in the same place', () => {
    const touching = [...rows, ['A long label that reaches over the next column', '', '']]
    assert.ok(read([], { own: touching }).cells.every((confidence) => confidence < 0.9))
  })

  it('needs words that are surer where a cell has a number that was recognised', () => {
    const warnings = [{ code: 'page_recognized', message: 'It was.', page: 1 }]
    const recognized = documentOf({ blocks: [block('', { type: 'table', table: 'p1-t1' })], rows, warnings })
    const tables = recognized.tables.map((table) => ({
      ...table,
      cells: table.cells.map((cell) => ({ ...cell, confidence: 0.98 })),
    }))
    const [first] = withConfidence({ ...recognized, tables }, new Map()).tables
    const [town = 0, year = 1] = first?.cells.map(({ confidence }) => confidence) ?? []
    assert.ok(year < town && town < 0.95)
  })
})

describe('a page', () => {
  it('has the mean of its blocks as quality, and the warning low_confidence with its number where that is low', () => {
    const [sure, unsure] = ['What both of them read alike.', 'What only one of them has read here.']
    const both = documentOf({ blocks: [block(sure), block(unsure, { id: 'p1-b2' })] })
    const { pages, warnings, quality } = withConfidence(both, second(sure))
    assert.ok((pages[0]?.quality ?? 1) < 0.9)
    assert.deepEqual(quality, { score: pages[0]?.quality, scale: '0-1' })
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['low_confidence', 1]],
    )
    assert.deepEqual(withConfidence(documentOf({ blocks: [block(sure)] }), second(sure)).warnings, [])
  })

  it('says in codes why it is in doubt', () => {
    const reasonsOf = (document: Document, ...again: Parameters<typeof withConfidence>[1][]): unknown =>
      withConfidence(document, again[0] ?? new Map()).warnings.find(({ code }) => code === 'low_confidence')?.reasons
    const [own, other] = ['What only one of them has read here.', 'It is something else.']
    const page = documentOf({ blocks: [block(own)] })
    assert.deepEqual(reasonsOf(page, second(other)), ['readings_differ'])
    const unknown = documentOf({ blocks: [block('It is \uFFFD here.')] })
    assert.deepEqual(reasonsOf(unknown, second(other)), ['character_unknown'])
    const untrustedLayer = warning('text_layer_untrusted', 'The text layer is not what is drawn.', 1)
    const untrusted = { ...page, warnings: [untrustedLayer] }
    assert.deepEqual(reasonsOf(untrusted, second(own)), ['text_layer_untrusted'])
    assert.deepEqual(reasonsOf(untrusted, second(other)), ['text_layer_untrusted', 'readings_differ'])
  })
})

describe('a curve', () => {
  it('is linear between its points and flat outside of them', () => {
    const curve = [
      [0.2, 0.4],
      [0.6, 0.8],
    ] as const
    assert.deepEqual(
      [0, 0.2, 0.4, 0.6, 1].map((share) => Math.round(at(curve, share) * 100) / 100),
      [0.4, 0.4, 0.6, 0.8, 0.8],
    )
  })
})
