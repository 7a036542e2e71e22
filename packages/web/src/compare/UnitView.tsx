import type { TableUnit, PageUnit } from '@polyparse/compare/view'
import type { ReactNode } from 'react'
import { useViewMessages } from '../language/view-messages.ts'

type UnitViewProps = {
  readonly unit: PageUnit
  /** Its index in its column. */
  readonly index: number
  readonly parts: readonly ReactNode[]
}

/** A block; `parts` are its texts with their marks. It is built of elements, never of markup. */
export const UnitView = ({ unit, index, parts }: UnitViewProps) => {
  const viewMessages = useViewMessages()
  if (unit.type === 'table') return <TableView table={unit} index={index} parts={parts} />
  const [content] = parts
  if (unit.type === 'picture')
    return (
      <p className="unit is-picture">
        {viewMessages.blocks.picture}
        {unit.text !== '' && (
          <>
            : <span dir="auto">{content}</span>
          </>
        )}
      </p>
    )
  if (unit.text.trim() === '') return null
  if (unit.type === 'code' || unit.type === 'formula' || unit.type === 'source')
    return (
      <pre className={`unit is-${unit.type}`} data-unit={index} dir="auto">
        {content}
      </pre>
    )
  const level = unit.type === 'heading' || unit.type === 'list_item' ? ` level-${Math.min(unit.level, 4)}` : ''
  return (
    <p className={`unit is-${unit.type}${level}`} data-unit={index} dir="auto">
      {content}
    </p>
  )
}

/** Browsers take no more. */
const maxSpan = 1000

const TableView = ({
  table: { caption, rows },
  index,
  parts,
}: Omit<UnitViewProps, 'unit'> & {
  readonly table: TableUnit
}) => {
  const viewMessages = useViewMessages()
  // The first part is the caption; then come the cells, row by row.
  const starts: number[] = []
  let next = 1
  for (const row of rows) {
    starts.push(next)
    next += row.length
  }
  return (
    <div
      className="unit is-table"
      data-unit={index}
      role="group"
      aria-label={caption === '' ? viewMessages.blocks.table : caption}
      tabIndex={0}
    >
      <table>
        {caption !== '' && <caption dir="auto">{parts[0]}</caption>}
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a table never change
            <tr key={at}>
              {row.map(({ text, header, rowSpan, columnSpan }, step) => {
                const Cell = header && text !== '' ? 'th' : 'td'
                return (
                  <Cell
                    // oxlint-disable-next-line react/no-array-index-key -- nor do its cells
                    key={step}
                    dir="auto"
                    rowSpan={Math.min(rowSpan, maxSpan)}
                    colSpan={Math.min(columnSpan, maxSpan)}
                  >
                    {parts[(starts[at] ?? 1) + step]}
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
