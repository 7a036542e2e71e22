import type { Block, Cell, Document, Word } from '@polyparse/document'

type Parts = Pick<Document, 'pages' | 'tables' | 'fields'>

/** Points that a character, and a line, take in these documents. */
const [characterWidth, lineStep] = [6, 14]

/** A word at a column of characters and a line. */
const wordAt = (text: string, column: number, line: number, confidence: number): Word => ({
  text,
  bbox: [
    40 + column * characterWidth,
    40 + line * lineStep,
    40 + (column + text.length) * characterWidth,
    50 + line * lineStep,
  ],
  confidence,
})

/** Pages of lines, each a block; where its words stand on the line, they stand on the page. */
export const pagesOf = (...pages: readonly (readonly string[])[]): Parts => ({
  tables: [],
  pages: pages.map((lines, index) => ({
    number: index + 1,
    width: 600,
    height: 800,
    rotation: 0,
    blocks: lines.map((text, line): Block => {
      const words = Array.from(text.matchAll(/\S+/g), ({ 0: word, index: column }) => wordAt(word, column, line, 1))
      const [first, last] = [words.at(0), words.at(-1)]
      return {
        id: `p${index + 1}-b${line + 1}`,
        page: index + 1,
        bbox:
          first === undefined || last === undefined ? null : [first.bbox[0], first.bbox[1], last.bbox[2], last.bbox[3]],
        type: text.startsWith('#') ? 'heading' : 'paragraph',
        text: text.replace(/^#\s*/, ''),
        words: words.filter((word) => word.text !== '#'),
      }
    }),
  })),
})

/** A page with a title and a table of rows without boxes, the first of which is its header. */
export const tablePage = (title: string, rows: readonly (readonly string[])[]): Parts => {
  const cells = rows.flatMap((row, at) =>
    row.map((text, column): Cell => ({ row: at, column, rowSpan: 1, columnSpan: 1, text, header: at === 0 })),
  )
  const plain = { page: 1, bbox: null }
  return {
    tables: [{ id: 'p1-t1', ...plain, rowCount: rows.length, columnCount: rows[0]?.length ?? 0, cells }],
    pages: [
      {
        number: 1,
        width: null,
        height: null,
        rotation: 0,
        blocks: [
          { id: 'p1-b1', ...plain, type: 'heading', text: title },
          { id: 'p1-b2', ...plain, type: 'table', text: rows.map((row) => row.join('\t')).join('\n'), table: 'p1-t1' },
        ],
      },
    ],
  }
}

/** A page with one block. */
export const blockPage = (type: Block['type'], text: string): Parts => ({
  tables: [],
  pages: [
    { number: 1, width: null, height: null, rotation: 0, blocks: [{ id: 'p1-b1', page: 1, bbox: null, type, text }] },
  ],
})
