import { markedRuns } from '../../paged/runs.ts'
import { union } from '@polyparse/document'
import type { StructureElement } from '../../pdfium/structure-tree.ts'
import { taggedLines, textOfLines } from './tagged-lines.ts'
import type { TaggedPiece } from './piece.ts'
import { placeTaggedCells } from './place-cells.ts'
import type { TaggedCell, TaggedRow } from './tagged-row.ts'
import { roleOf } from './roles.ts'
import { taggedPdfLimits, taggedTableParameters } from './parameters.ts'

/**
 * A table of the tree as one piece after its captions; a table that only arranges content as the pieces in its cells.
 */
export const readTaggedTable = (
  table: StructureElement,
  key: string,
  readCell: (cell: StructureElement, key: string) => TaggedPiece[],
): TaggedPiece[] => {
  const captions: TaggedPiece[] = []
  const rows: (TaggedRow & { readonly pieces: readonly TaggedPiece[] })[] = []
  let count = 0

  const readRow = (row: StructureElement, rowKey: string, inHead: boolean): void => {
    const cells: TaggedCell[] = []
    const pieces: TaggedPiece[] = []
    const slots = new Map(row.children.map((child) => [child.index, child]))
    for (
      let index = 0;
      index < Math.min(row.childCount, taggedPdfLimits.tableColumns) && count < taggedPdfLimits.tableCells;
      index += 1
    ) {
      const child = slots.get(index)
      // A cell without content is on no page.
      const element = child !== undefined && 'element' in child ? child.element : null
      if (child !== undefined && element === null) continue
      count += 1
      const own = element === null ? [] : readCell(element, `${rowKey}/${index}`)
      for (const piece of own) pieces.push(piece)
      cells.push(cellOfTaggedElement(element, own, inHead))
    }
    if (cells.length > 0) rows.push({ cells, pieces })
  }

  const visit = (element: StructureElement, at: string, inHead: boolean, depth: number): void => {
    for (const child of element.children) {
      if (!('element' in child) || depth > taggedPdfLimits.tableDepth || rows.length >= taggedPdfLimits.tableRows)
        continue
      const inner = `${at}/${child.index}`
      const role = roleOf(child.element)
      if (role === 'row') readRow(child.element, inner, inHead)
      else if (role === 'caption') for (const piece of readCell(child.element, inner)) captions.push(asCaption(piece))
      else visit(child.element, inner, inHead || child.element.type === 'THead', depth + 1)
    }
  }

  visit(table, key, false, 0)
  const contents = rows.flatMap(({ pieces }) => pieces)
  const words = contents.flatMap((piece) => piece.words)
  if (words.length === 0 || isForPlacing(rows, contents)) return [...captions, ...contents]
  const placed = placeTaggedCells(rows)
  const [caption] = captions.map((piece) => textOfLines(taggedLines(piece.words)))
  return [...captions, { type: 'table', key, words, table: { ...placed, ...(caption !== undefined && { caption }) } }]
}

const asCaption = ({ key, words }: TaggedPiece): TaggedPiece => ({ type: 'caption', key, words })

export const cellOfTaggedElement = (
  element: StructureElement | null,
  pieces: readonly TaggedPiece[],
  inHead: boolean,
): TaggedCell => ({
  id: element?.id ?? '',
  headers: element?.cell?.headers ?? [],
  rowSpan: element?.cell?.rowSpan ?? 1,
  columnSpan: element?.cell?.columnSpan ?? 1,
  header: inHead || element?.type === 'TH',
  text: pieces.map(textOfPiece).join(' '),
  ...markedRuns(pieces.flatMap(({ words }) => taggedLines(words))),
  box: union(pieces.flatMap((piece) => piece.words.map(({ box }) => box))),
})

const textOfPiece = ({ words, marker }: TaggedPiece): string =>
  [marker ?? '', textOfLines(taggedLines(words))].filter((text) => text !== '').join(' ')

/**
 * Tells whether a table only arranges content: without headers, with headings or tables in its cells, in one column, or
 * empty.
 */
const isForPlacing = (rows: readonly TaggedRow[], contents: readonly TaggedPiece[]): boolean => {
  if (rows.some(({ cells }) => cells.some(({ header }) => header))) return false
  const isColumn = rows.every(({ cells }) => cells.length <= 1)
  const cells = rows.flatMap((row) => row.cells)
  if (cells.filter(({ box }) => box === null).length > cells.length * taggedTableParameters.maxEmptyShare) return true
  return isColumn || contents.some(({ type }) => type === 'heading' || type === 'title' || type === 'table')
}
