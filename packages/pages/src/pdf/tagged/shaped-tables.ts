import { union, type Box } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import type { DraftTable } from '../../paged/draft.ts'
import type { StructureElement } from '../../pdfium/structure-tree.ts'
import { shapedTables as limits, taggedPdfLimits } from './parameters.ts'
import type { TaggedPiece } from './piece.ts'
import { placeByPage } from './place-by-page.ts'
import { cellOfTaggedElement } from './read-table.ts'
import type { TaggedRow } from './tagged-row.ts'

/*
 * Browsers give a table without headers, caption and lines no tags of one, because it may only arrange the page: its rows and
 * cells are elements that say nothing. Where their texts lie in rows and columns, it is a table; else its values would
 * follow each other in one paragraph.
 */

/** Tells whether an element has the shape of a table: most of its children have several children, and none says what it is. */
export const isTableShaped = (element: StructureElement): boolean => {
  const rows = neutralChildren(element)
  if (rows === null || rows.length < limits.minRows || rows.length > taggedPdfLimits.tableRows) return false
  const cells = rows.map(neutralChildren)
  const divided = cells.filter((row) => row !== null && row.length > 1).length
  return cells.every((row) => row !== null) && divided >= Math.max(limits.minRows, rows.length * limits.minShare)
}

/** The elements in an element that say nothing, beside what is drawn in it itself. Null where it has others as well. */
const neutralChildren = ({ type, children }: StructureElement): StructureElement[] | null => {
  if (type !== 'NonStruct' || children.length > taggedPdfLimits.tableRows) return null
  const elements = children.flatMap((child) => ('element' in child ? [child.element] : []))
  return elements.every((child) => child.type === 'NonStruct') ? elements : null
}

/** Reads what has the shape of a table as one, or as what its cells hold. */
export const readShapedTable = (
  element: StructureElement,
  key: string,
  readCell: (cell: StructureElement, key: string) => TaggedPiece[],
): TaggedPiece[] => {
  const rows = element.children.flatMap((row) => {
    // The grounds of a table and of its rows are drawn in them, without words.
    const children = 'element' in row ? row.element.children : [row]
    const cells = children.flatMap((child) => {
      const own = 'element' in child ? child.element : { ...element, children: [child] }
      const pieces = readCell(own, `${key}/${row.index}/${child.index}`)
      return 'element' in child || pieces.length > 0 ? [{ pieces, cell: cellOfTaggedElement(own, pieces, false) }] : []
    })
    return [{ cells: cells.map(({ cell }) => cell), pieces: cells.map(({ pieces }) => pieces) }]
  })
  const contents = rows.flatMap(({ pieces }) => pieces.flat())
  const words = contents.flatMap((piece) => piece.words)
  if (!contents.every(({ type }) => type === 'paragraph')) return contents
  const table = rows.every(({ pieces }) => pieces.every(isShort)) ? tableOfRows(rows) : null
  return table === null
    ? [{ type: 'paragraph' as const, key, words }].filter(() => words.length > 0)
    : [{ type: 'table', key, words, table }]
}

const isShort = (pieces: readonly TaggedPiece[]): boolean =>
  pieces.reduce((sum, { words }) => sum + words.length, 0) <= limits.maxCellWords

/** Rows that are below each other, most of them with several texts in the same columns. */
const tableOfRows = (rows: readonly TaggedRow[]): DraftTable | null => {
  const filled = rows.filter(({ cells }) => cells.some(({ box }) => box !== null))
  const boxes = filled.map(({ cells }) => cells.flatMap(({ box }) => (box === null ? [] : [box])))
  const divided = boxes.filter(({ length }) => length > 1).length
  if (divided < Math.max(limits.minRows, filled.length * limits.minShare)) return null
  const bands = boxes.flatMap((row): Box[] => {
    const band = union(row)
    return band === null ? [] : [band]
  })
  const areBelow = pairwise(bands).every(([above, below]) => below[1] >= above[3] - limits.maxOverlap)
  return areBelow ? placeByPage(filled) : null
}
