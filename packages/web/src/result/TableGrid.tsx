import type { TableValue } from '@polyparse/document/schema'

type Props = {
  readonly table: TableValue
  /** The caption is already shown beside the table. */
  readonly captioned?: boolean
}

/** A table with its spans and header cells. Wide ones scroll, also by keyboard. */
export const TableGrid = ({ table: { id, cells, caption }, captioned = false }: Props) => {
  const rows = Map.groupBy(cells, ({ row }) => row)
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption ?? `Table ${id}`}>
      <table className="grid">
        {caption !== undefined && !captioned && <caption>{caption}</caption>}
        <tbody>
          {[...rows].map(([row, inRow]) => (
            <tr key={row}>
              {inRow.map(({ column, rowSpan, columnSpan, header, text }) => {
                const Cell = header ? 'th' : 'td'
                return (
                  <Cell
                    key={column}
                    rowSpan={rowSpan}
                    colSpan={columnSpan}
                    dir="auto"
                    className={isFigure(text) ? 'figure' : undefined}
                  >
                    {text}
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

/** Numbers are aligned to the right. */
const isFigure = (text: string): boolean => /^[-+−–(]?\s?[$€£]?\s?\d[\d.,'\s]*\s?[%)]?$/.test(text.trim())
