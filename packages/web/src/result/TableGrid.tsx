import type { CellValue, TableValue } from '@polyparse/document/schema'
import { useMemo, type ReactNode } from 'react'
import { rowsOfShownTable } from '../corrections/table-rows.ts'
import { useViewMessages } from '../language/view-messages.ts'

type TableGridProps = {
  readonly table: TableValue
  /** The caption is already shown beside the table. */
  readonly captioned?: boolean
  /** Returns what a cell shows; its text by default. */
  readonly contentOf?: (cell: CellValue) => ReactNode
}

/** A table with its spans and header cells. Wide ones scroll, also by keyboard. */
export const TableGrid = ({ table, captioned = false, contentOf = textOfTableCell }: TableGridProps) => {
  const viewMessages = useViewMessages()
  const { id, caption } = table
  const rows = useMemo(() => rowsOfShownTable(table), [table])
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption ?? viewMessages.result.tableNamed(id)}>
      <table className="grid">
        {caption !== undefined && !captioned && <caption>{caption}</caption>}
        <tbody>
          {rows.map(({ row, parts }) => (
            <tr key={row}>
              {parts.map((part) => {
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing was read there
                if (part.kind === 'gap') return <td key={part.column} colSpan={part.columnSpan} />
                const { cell } = part
                const { column, rowSpan, columnSpan, header, text, corrected } = cell
                const Cell = header ? 'th' : 'td'
                return (
                  <Cell
                    key={column}
                    rowSpan={rowSpan}
                    colSpan={columnSpan}
                    dir="auto"
                    className={classOfCell(text, corrected === true)}
                    title={corrected === true ? viewMessages.corrections.isCorrected : undefined}
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

const classOfCell = (text: string, isCorrected: boolean): string | undefined =>
  [isFigureText(text) ? 'figure' : '', isCorrected ? 'corrected' : ''].filter(Boolean).join(' ') || undefined

/** Numbers are aligned to the right. */
const isFigureText = (text: string): boolean => /^[-+−–(]?\s?[$€£]?\s?\d[\d.,'\s]*\s?[%)]?$/.test(text.trim())
