import { union } from '@polyparse/document'
import type { FlowCell } from '@polyparse/readers/markup'
import type { AnswerBlock, AnswerField } from '../answer.ts'
import { bullet, markedItem, nonEmpty, placedTable } from '../answer-blocks.ts'
import { gridTable } from '../grid-table.ts'
import { createAnchors, merged, stretchesOf, without, type Anchors, type Stretch } from './anchors.ts'
import type { AnsweredPage, PageTable, ReadDocument } from './answer-shape.ts'
import { cellsOf } from './cells.ts'
import { marksOf, signOf } from './marks.ts'
import { boxOf, placeOf, type PageSize } from './places.ts'

type Found = { readonly start: number; readonly block: AnswerBlock }

/**
 * The blocks of a page that OCR or the Form Parser has read, in the order of the text. Paragraphs in tables are listed
 * again: here no text comes twice.
 */
export const blocksOfPage = (page: AnsweredPage, document: ReadDocument, size: PageSize): AnswerBlock[] => {
  const marks = marksOf(page, document, size)
  const anchors = createAnchors(document, marks.before)
  const tables = page.tables ?? []
  const taken = merged(tables.flatMap(stretchesOfCells))
  const parts = (page.paragraphs ?? []).length > 0 ? page.paragraphs : page.lines
  const texts = (parts ?? []).flatMap(({ layout }): Found[] => {
    const own = without(stretchesOf(layout), taken)
    const text = anchors.textIn(own)
    const place = placeOf(layout, size)
    const blocks = bullet.test(text)
      ? nonEmpty({ type: 'list_item', level: 1, ...markedItem(text), ...place })
      : nonEmpty({ type: 'paragraph', text, ...place })
    return blocks.map((block) => ({ start: startOf(own), block }))
  })
  const grids = tables.map((table) => ({
    start: startOf([...stretchesOf(table.layout), ...stretchesOfCells(table)]),
    block: tableBlockOf(table, { anchors, size }),
  }))
  const found = [...texts, ...grids].toSorted((a, b) => a.start - b.start)
  return [...found.map(({ block }) => block), ...marks.alone]
}

/** The labels of a form that have a value. */
export const fieldsOfPage = (page: AnsweredPage, document: ReadDocument, size: PageSize): AnswerField[] => {
  const { textOf } = createAnchors(document)
  return (page.formFields ?? []).flatMap(({ fieldName, fieldValue, valueType }) => {
    const sign = signOf(valueType)
    const value = sign ?? textOf(fieldValue)
    if (value === '') return []
    const boxes = [fieldName, fieldValue].map((layout) => boxOf(layout?.boundingPoly, size))
    return [
      {
        label: textOf(fieldName).replace(/[\s:]+$/, ''),
        value,
        kind: sign === null ? 'pair' : 'checkbox',
        box: union(boxes.filter((box) => box !== null)),
      },
    ]
  })
}

const startOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((first, [start]) => Math.min(first, start), Infinity)

const rowsOf = ({ headerRows, bodyRows }: PageTable) => [...(headerRows ?? []), ...(bodyRows ?? [])]

const stretchesOfCells = (table: PageTable): Stretch[] =>
  rowsOf(table).flatMap(({ cells }) => (cells ?? []).flatMap(({ layout }) => stretchesOf(layout)))

const tableBlockOf = (
  table: PageTable,
  { anchors, size }: { readonly anchors: Anchors; readonly size: PageSize },
): AnswerBlock => {
  const headerRows = table.headerRows?.length ?? 0
  const cells = cellsOf(rowsOf(table).map((row) => row.cells ?? [])).map(({ cell, row, ...spans }): FlowCell => {
    const { box: bbox, confidence } = placeOf(cell.layout, size)
    return {
      row,
      ...spans,
      text: anchors.textOf(cell.layout),
      header: row < headerRows,
      ...(bbox !== null && { bbox }),
      ...(confidence !== undefined && { confidence }),
    }
  })
  return placedTable(gridTable(cells), placeOf(table.layout, size))
}
