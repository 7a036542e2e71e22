import { useMessages } from '../language/messages.ts'
import { isFigure, sortKeys, type Sorting } from './rows.ts'

/** The order of the documents, where the table has no head to choose it by. */
export const SortChoice = ({
  sorting: { by },
  onSort,
}: {
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}) => {
  const messages = useMessages()
  return (
    <label className="batch-sort small">
      {messages.batches.sortBy}
      <select
        className="input"
        value={by}
        onChange={({ target }) => {
          const chosen = sortKeys.find((key) => key === target.value)
          if (chosen !== undefined) onSort({ by: chosen, isDescending: isFigure(chosen) })
        }}
      >
        {sortKeys.map((key) => (
          <option key={key} value={key}>
            {messages.batches.columns[key]}
          </option>
        ))}
      </select>
    </label>
  )
}
