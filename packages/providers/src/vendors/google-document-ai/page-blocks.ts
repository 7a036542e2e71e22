import { union } from '@polyparse/document'
import type { FlowCell } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerField } from '../../answer.ts'
import { bullet, markedItem, nonEmpty, placedTable } from '../../answer-blocks.ts'
import { gridTable } from '../../grid-table.ts'
import { createAnchors, merged, anchorStretches, without, type Anchors, type AnchorStretch } from './anchors.ts'
import type { AnsweredPage, GoogleTable, GoogleDocument } from './google-document-ai-answer-shape.ts'
import { googleCells } from './cells.ts'
import { visualMarks, signOfMark } from './marks.ts'
import { boxOfPoly, placeOfLayout, type PageSize } from './places.ts'

type PositionedGoogleBlock = { readonly start: number; readonly block: AnswerBlock }

/**
 * The blocks of a page that OCR or the Form Parser has read, in the order of the text. Paragraphs in tables are listed
 * again: here no text comes twice.
 */
export const googleBlocksOfPage = (page: AnsweredPage, document: GoogleDocument, size: PageSize): AnswerBlock[] => {
  const marks = visualMarks(page, document, size)
  const anchors = createAnchors(document, marks.before)
  const tables = page.tables ?? []
  const taken = merged(tables.flatMap(stretchesOfCells))
  const parts = (page.paragraphs ?? []).length > 0 ? page.paragraphs : page.lines
  const texts = (parts ?? []).flatMap(({ layout }): PositionedGoogleBlock[] => {
    const own = without(anchorStretches(layout), taken)
    const text = anchors.textIn(own)
    const place = placeOfLayout(layout, size)
    const blocks = bullet.test(text)
      ? nonEmpty({ type: 'list_item', level: 1, ...markedItem(text), ...place })
      : nonEmpty({ type: 'paragraph', text, ...place })
    return blocks.map((block) => ({ start: startOf(own), block }))
  })
  const grids = tables.map((table) => ({
    start: startOf([...anchorStretches(table.layout), ...stretchesOfCells(table)]),
    block: tableBlockOf(table, { anchors, size }),
  }))
  const found = [...texts, ...grids].toSorted((a, b) => a.start - b.start)
  return [...found.map(({ block }) => block), ...marks.alone]
}

/** The labels of a form that have a value. */
export const googleFieldsOfPage = (page: AnsweredPage, document: GoogleDocument, size: PageSize): AnswerField[] => {
  const { textOf } = createAnchors(document)
  return (page.formFields ?? []).flatMap(({ fieldName, fieldValue, valueType }) => {
    const sign = signOfMark(valueType)
    const value = sign ?? textOf(fieldValue)
    if (value === '') return []
    const boxes = [fieldName, fieldValue].map((layout) => boxOfPoly(layout?.boundingPoly, size))
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

const startOf = (stretches: readonly AnchorStretch[]): number =>
  stretches.reduce((first, [start]) => Math.min(first, start), Infinity)

const rowsOfGoogleTable = ({ headerRows, bodyRows }: GoogleTable) => [...(headerRows ?? []), ...(bodyRows ?? [])]

const stretchesOfCells = (table: GoogleTable): AnchorStretch[] =>
  rowsOfGoogleTable(table).flatMap(({ cells }) => (cells ?? []).flatMap(({ layout }) => anchorStretches(layout)))

const tableBlockOf = (
  table: GoogleTable,
  { anchors, size }: { readonly anchors: Anchors; readonly size: PageSize },
): AnswerBlock => {
  const headerRows = table.headerRows?.length ?? 0
  const cells = googleCells(rowsOfGoogleTable(table).map((row) => row.cells ?? [])).map(
    ({ cell, row, ...spans }): FlowCell => {
      const { box: bbox, confidence } = placeOfLayout(cell.layout, size)
      return {
        row,
        ...spans,
        text: anchors.textOf(cell.layout),
        header: row < headerRows,
        ...(bbox !== null && { bbox }),
        ...(confidence !== undefined && { confidence }),
      }
    },
  )
  return placedTable(gridTable(cells), placeOfLayout(table.layout, size))
}
