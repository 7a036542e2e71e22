import type { Box } from '@polyparse/document'
import type { SampleBlock, SamplePage } from './sample.ts'

type Made = { readonly Id: string; readonly [member: string]: unknown }

/** A page of the sample as Textract gives it: lines and words, tables, and the layout, each referring to the others. */
export const textractBlocks = (page: SamplePage, number: number, features: readonly string[]): object[] => {
  let count = 0
  const made: Made[] = []
  const make = (type: string, box: Box, more: object, children: readonly Made[] = []): Made => {
    count += 1
    const block = {
      BlockType: type,
      Id: `p${number}-${count}`,
      Page: number,
      Confidence: number === 2 ? 80 : 90,
      Geometry: { BoundingBox: boundsOf(box, page), Polygon: [] },
      ...more,
      ...(children.length > 0 && { Relationships: [{ Type: 'CHILD', Ids: children.map(({ Id }) => Id) }] }),
    }
    made.push(block)
    return block
  }
  const wordsOf = (text: string, box: Box) =>
    text.split(' ').map((word) => make('WORD', box, { Text: word, TextType: 'PRINTED' }))
  const line = (text: string, box: Box, words = wordsOf(text, box)) => make('LINE', box, { Text: text }, words)
  const layout = (type: string, box: Box, children: readonly Made[]) =>
    features.includes('LAYOUT') ? [make(`LAYOUT_${type}`, box, {}, children)] : []

  const table = ({ rows, box }: Extract<SampleBlock, { kind: 'table' }>): Made[] => {
    const cells = rows.map((row, y) =>
      row.map((text, x) => {
        const words = text === '' ? [] : wordsOf(text, box)
        const place = { RowIndex: y + 1, ColumnIndex: x + 1, RowSpan: 1, ColumnSpan: 1 }
        return { words, block: make('CELL', box, { ...place, ...(y === 0 && columnHeader) }, words), text }
      }),
    )
    const lines = cells.map((row) =>
      line(
        row.map(({ text }) => text).join(' '),
        box,
        row.flatMap(({ words }) => words),
      ),
    )
    if (features.includes('TABLES')) {
      // The last two cells of the second row are one.
      const parts = cells[1]?.slice(1).map(({ block }) => block) ?? []
      const span = { RowIndex: 2, ColumnIndex: 2, RowSpan: 1, ColumnSpan: 2 }
      const merged = make('MERGED_CELL', box, span, parts)
      const children = cells.flat().map(({ block }) => block.Id)
      make('TABLE', box, {
        EntityTypes: ['STRUCTURED_TABLE'],
        Relationships: [
          { Type: 'CHILD', Ids: children },
          { Type: 'MERGED_CELL', Ids: [merged.Id] },
        ],
      })
    }
    return layout('TABLE', box, lines)
  }

  const read = (block: SampleBlock): Made[] => {
    const { box } = block
    if (block.kind === 'table') return table(block)
    if (block.kind === 'list') {
      const items = block.items.flatMap((item) => layout('TEXT', box, [line(`• ${item}`, box)]))
      return [...items, ...layout('LIST', box, items)]
    }
    const lines = block.text.replaceAll('*', '').split('\n')
    return layout(
      block.kind === 'heading' && block.level > 1 ? 'SECTION_HEADER' : types[block.kind],
      box,
      lines.map((text) => line(text, box)),
    )
  }

  /** A footer is its label with the rest as its value. */
  const form = (text: string, box: Box) => {
    const [label, ...rest] = wordsOf(text, box)
    const value = make('KEY_VALUE_SET', box, { EntityTypes: ['VALUE'] }, rest)
    const links = [
      { Type: 'CHILD', Ids: [label?.Id] },
      { Type: 'VALUE', Ids: [value.Id] },
    ]
    make('KEY_VALUE_SET', box, { EntityTypes: ['KEY'], Relationships: links })
  }

  for (const block of page.blocks) {
    read(block)
    if (block.kind === 'footer' && features.includes('FORMS')) form(block.text, block.box)
  }
  return [make('PAGE', [0, 0, page.width, page.height], {}, made), ...made]
}

const columnHeader = { EntityTypes: ['COLUMN_HEADER'] }

const types = {
  heading: 'TITLE',
  paragraph: 'TEXT',
  caption: 'TEXT',
  code: 'TEXT',
  header: 'HEADER',
  footer: 'FOOTER',
  picture: 'FIGURE',
} as const

const boundsOf = ([x0, y0, x1, y1]: Box, { width, height }: SamplePage) => ({
  Left: x0 / width,
  Top: y0 / height,
  Width: (x1 - x0) / width,
  Height: (y1 - y0) / height,
})
