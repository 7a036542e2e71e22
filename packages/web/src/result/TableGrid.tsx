import type { CellValue, TableValue } from '@polyparse/document/schema'
import type { ReactNode } from 'react'
import { useViewMessages } from '../language/view-messages.ts'

type TableGridProps = {
  readonly table: TableValue
  /** The caption is already shown beside the table. */
  readonly captioned?: boolean
  /** What a cell shows; its text by default. */
  readonly contentOf?: (cell: CellValue) => ReactNode
}

/** A table with its spans and header cells. Wide ones scroll, also by keyboard. */
export const TableGrid = ({
  table: { id, cells, caption },
  captioned = false,
  contentOf = textOfTableCell,
}: TableGridProps) => {
  const viewMessages = useViewMessages()
  const rows = Map.groupBy(cells, ({ row }) => row)
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption ?? viewMessages.result.tableNamed(id)}>
      <table className="grid">
        {caption !== undefined && !captioned && <caption>{caption}</caption>}
        <tbody>
          {[...rows].map(([row, inRow]) => (
            <tr key={row}>
              {inRow.map((cell) => {
                const { column, rowSpan, columnSpan, header, text } = cell
                const Cell = header ? 'th' : 'td'
                return (
                  <Cell
                    key={column}
                    rowSpan={rowSpan}
                    colSpan={columnSpan}
                    dir="auto"
                    className={isFigureText(text) ? 'figure' : undefined}
                  >
                    {contentOf(cell)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const textOfTableCell = ({ text }: CellValue): string => text

/** Numbers are aligned to the right. */
const isFigureText = (text: string): boolean => /^[-+−–(]?\s?[$€£]?\s?\d[\d.,'\s]*\s?[%)]?$/.test(text.trim())
