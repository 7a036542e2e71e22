import type { Block, Cell, Document, Picture, TextRun, Table } from '@polyparse/document'

type LooseBlock = Pick<Block, 'type' | 'text'> & Partial<Block>

/** A document of one page without layout, or of several, made of blocks. */
export const documentWith = (
  pages: readonly (readonly LooseBlock[])[],
  { tables = [], pictures = [] }: { tables?: readonly Table[]; pictures?: readonly Picture[] } = {},
): Document => ({
  metadata: { mimeType: 'text/html', documentPageCount: pages.length },
  pages: pages.map((blocks, index) => ({
    number: index + 1,
    width: null,
    height: null,
    rotation: 0,
    blocks: blocks.map((block, position) => ({
      id: `p${index + 1}-b${position + 1}`,
      page: index + 1,
      bbox: null,
      ...block,
    })),
  })),
  tables,
  pictures,
  outline: [],
  warnings: [],
})

export const paragraphBlock = (text: string, runs?: readonly TextRun[]): LooseBlock => ({
  type: 'paragraph',
  text,
  ...(runs !== undefined && { runs }),
})

export const listItemBlock = (marker: string, text: string, level = 1): LooseBlock => ({
  type: 'list_item',
  marker,
  text,
  level,
})

/** A table of one-place cells whose first row is the header. */
export const tableOfTexts = (rows: readonly (readonly string[])[], more: Partial<Table> = {}): Table => ({
  id: 'p1-t1',
  page: 1,
  bbox: null,
  rowCount: rows.length,
  columnCount: Math.max(0, ...rows.map((row) => row.length)),
  cells: rows.flatMap((row, rowIndex) => row.map((text, column) => cell(rowIndex, column, text, rowIndex === 0))),
  ...more,
})

export const cell = (row: number, column: number, text: string, header = false, more: Partial<Cell> = {}): Cell => ({
  row,
  column,
  rowSpan: 1,
  columnSpan: 1,
  text,
  header,
  ...more,
})

export const pictureWithAlt = (id: string, data: Uint8Array, page = 1): Picture => ({
  id,
  page,
  bbox: [1, 2, 3, 4],
  mimeType: 'image/png',
  width: 10,
  height: 20,
  data,
})
