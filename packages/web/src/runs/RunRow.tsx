import { NamedProvider } from '../session/NamedProvider.tsx'
import { FileDiffIcon } from '../design/icons.tsx'
import { formatAgo, formatCost, formatDuration, formatNumber, formatTime } from '../design/format.ts'
import type { RememberedJob } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { optionsText } from './options-text.ts'
import { hrefOfRuns, type RunRef } from '../routing/run-ref.ts'
import type { ListedRun } from './listed-runs.ts'
import { FigureCell } from '../job-parts/FigureCell.tsx'

type RunRowProps = {
  readonly listed: ListedRun
  /** The run that it would be compared with. */
  readonly with: RunRef
  readonly name: string
  readonly ownName: string | null
  readonly remembered: RememberedJob | undefined
  readonly now: number
}

export const RunRow = ({ listed, with: own, name, ownName, remembered, now }: RunRowProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { run, provider, job, isExpired } = listed
  const { createdAt, startedAt = createdAt, completedAt, pageCount, cost, providers } = job
  // Those of a comparison are of all its providers together.
  const isAlone = providers === undefined
  const took = isAlone && completedAt !== undefined ? Date.parse(completedAt) - Date.parse(startedAt) : null
  const options = optionsText(remembered, provider)
  const facts = [
    ...(isExpired ? [viewMessages.runs.expired] : []),
    ...(providers === undefined ? [] : [viewMessages.runs.inComparison(providers.length)]),
    ...(name === ownName ? [] : [name]),
    ...(options === null || options === '' ? [] : [options]),
  ]
  return (
    <tr>
      <th scope="row" className="job-cell-name">
        <FileDiffIcon size={16} aria-hidden />
        {isExpired ? (
          <span className="muted">
            <NamedProvider id={provider} />
          </span>
        ) : (
          <a href={hrefOfRuns(own, run)} aria-label={viewMessages.runs.compareWith(provider, formatTime(createdAt))}>
            <NamedProvider id={provider} />
          </a>
        )}
        {facts.length > 0 && <span className="small muted">{facts.join(', ')}</span>}
      </th>
      <FigureCell label={messages.jobs.pages}>{pageCount === undefined ? null : formatNumber(pageCount)}</FigureCell>
      <FigureCell label={messages.jobs.cost}>
        {!isAlone || cost === undefined || cost === 0 ? null : formatCost(cost)}
      </FigureCell>
      <FigureCell label={messages.jobs.took}>{took === null ? null : formatDuration(took)}</FigureCell>
      <td>
        <time dateTime={createdAt} title={formatAgo(createdAt, now)}>
          {formatTime(createdAt)}
        </time>
      </td>
    </tr>
  )
}
