import { type MarkupCell, placeFlowCells } from '../flow/place-cells.ts'
import type { FlowTable } from '../flow/flow.ts'
import { elementsIn, findAll, type XmlElement } from '../xml/element.ts'

/** Reads the contents of a cell. */
type ReadCell = (cell: XmlElement, header: boolean) => Omit<MarkupCell, 'header'>

/** A table of HTML, as JATS and newer DocBook have it. */
export const htmlTable = (table: XmlElement, readCell: ReadCell, caption: string): FlowTable | null => {
  const rows = rowsOfArticleTable(table, 'tr').map(({ row, inHead }, index) => {
    const cells = elementsIn(row).filter(({ name }) => name === 'td' || name === 'th')
    const isHead = inHead || (index === 0 && cells.every(({ name }) => name === 'th'))
    return cells.map((cell): MarkupCell => ({
      ...readCell(cell, isHead),
      header: isHead,
      rowSpan: Number(cell.attributes['rowspan'] ?? 1),
      columnSpan: Number(cell.attributes['colspan'] ?? 1),
    }))
  })
  return placeFlowCells(rows, caption)
}

/** A `tgroup` of the OASIS exchange model (CALS), whose spans go by the names of columns. */
export const calsTable = (group: XmlElement, readCell: ReadCell, caption: string): FlowTable | null => {
  const columns = columnNumbers(group)
  const spans = new Map(
    elementsIn(group, 'spanspec').map(({ attributes }) => [attributes['spanname'] ?? '', attributes]),
  )
  const rows = rowsOfArticleTable(group, 'row').map(({ row, inHead }) =>
    elementsIn(row).map((cell): MarkupCell => {
      const { attributes } = cell
      const ends = spans.get(attributes['spanname'] ?? '') ?? attributes
      const first = columns.get(ends['namest'] ?? attributes['colname'] ?? '')
      const last = columns.get(ends['nameend'] ?? '')
      return {
        ...readCell(cell, inHead),
        header: inHead,
        rowSpan: Number(attributes['morerows'] ?? 0) + 1,
        ...(first !== undefined && { column: first }),
        ...(first !== undefined && last !== undefined && { columnSpan: last - first + 1 }),
      }
    }),
  )
  return placeFlowCells(rows, caption)
}

/** Columns, from 0, by their names: `colnum` says which it is, and the next is one further. */
const columnNumbers = (group: XmlElement): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>()
  let next = 0
  for (const { attributes } of elementsIn(group, 'colspec')) {
    const stated = Number(attributes['colnum'] ?? next + 1) - 1
    const column = Number.isSafeInteger(stated) && stated >= 0 ? stated : next
    const name = attributes['colname']
    if (name !== undefined) columns.set(name, column)
    next = column + 1
  }
  return columns
}

type ArticleTableRow = { readonly row: XmlElement; readonly inHead: boolean }

/** The rows of the head, the bodies and the foot, which may precede the bodies. */
const rowsOfArticleTable = (table: XmlElement, name: string): ArticleTableRow[] => {
  const parts = elementsIn(table)
  const rowsIn = (...names: readonly string[]): ArticleTableRow[] =>
    parts
      .filter((part) => names.includes(part.name))
      .flatMap((part) =>
        findAll({ name: '', attributes: {}, children: [part] }, name).map((row) => ({
          row,
          inHead: part.name === 'thead',
        })),
      )
  return [...rowsIn('thead'), ...rowsIn('tbody', name), ...rowsIn('tfoot')]
}
