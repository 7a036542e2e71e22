import { ArrowDownIcon, ArrowUpIcon } from '../design/icons.tsx'
import { formatCost, formatDuration, formatNumber } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { BatchRow } from './BatchRow.tsx'
import { isFigure, type DocumentRow, type SortKey, sortKeys, type Sorting, type Sums } from './rows.ts'

type BatchTableProps = {
  readonly rows: readonly DocumentRow[]
  readonly sums: Sums
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
  readonly onChanged: () => void
}

export const BatchTable = ({ rows, sums, sorting, onSort, onChanged }: BatchTableProps) => {
  const messages = useMessages()
  const words = messages.batches
  const { pages, doubtedPages, warnings, cost, tookMs } = sums
  return (
    <table className="history-table batch-table">
      <caption className="hidden">{words.caption}</caption>
      <thead>
        <tr>
          {sortKeys.map((key) => (
            <SortHead key={key} by={key} sorting={sorting} onSort={onSort} />
          ))}
          <th scope="col">
            <span className="hidden">{messages.jobs.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BatchRow key={row.id} row={row} onChanged={onChanged} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {words.sum}
          </th>
          <td className="number" data-label={words.columns.pages}>
            {formatNumber(pages)}
          </td>
          <td data-label={words.columns.look}>{doubtedPages === 0 ? '–' : messages.common.pages(doubtedPages)}</td>
          <td className="number" data-label={words.columns.warnings}>
            {formatNumber(warnings)}
          </td>
          <td className="number" data-label={words.columns.took}>
            {tookMs === null ? '–' : formatDuration(tookMs)}
          </td>
          <td className="number" data-label={words.columns.cost}>
            {cost === 0 ? '–' : formatCost(cost)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const SortHead = ({ by, sorting, onSort }: { readonly by: SortKey } & Pick<BatchTableProps, 'sorting' | 'onSort'>) => {
  const messages = useMessages()
  const isSorted = sorting.by === by
  const Icon = sorting.isDescending ? ArrowDownIcon : ArrowUpIcon
  return (
    <th
      scope="col"
      className={isFigure(by) ? 'number' : undefined}
      aria-sort={!isSorted ? undefined : sorting.isDescending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className="sort"
        onClick={() => onSort({ by, isDescending: isSorted ? !sorting.isDescending : isFigure(by) })}
      >
        {messages.batches.columns[by]}
        {isSorted && <Icon size={12} aria-hidden />}
      </button>
    </th>
  )
}
