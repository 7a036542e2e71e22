import { NamedProvider } from '../session/NamedProvider.tsx'
import type { JobSummary } from '@polyparse/contract'
import { Columns2Icon, FileDiffIcon, FileTextIcon, XIcon } from '../design/icons.tsx'
import { messageOfError } from '../api/message-of.ts'
import { formatAgo, formatBytes, formatCost, formatDuration, formatNumber, formatTime } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { BatchLink } from '../batches/BatchLink.tsx'
import { batchLabel, batchOf, pathLabel } from '../job-data/batch-labels.ts'
import { EraseButton } from '../job-parts/EraseButton.tsx'
import { useErasure } from '../job-data/useErasure.ts'
import type { HistoryFilter } from '../job-data/history-filter.ts'
import { nameOfJob } from '../job-data/name-of-job.ts'
import { hrefOfRuns } from '../routing/run-ref.ts'
import type { RememberedJob } from '../job-data/remembered.ts'
import { JobProgress } from '../job-parts/JobProgress.tsx'
import { StatusChip } from '../job-parts/StatusChip.tsx'
import { isUnfinishedJob } from '../job-data/useJobList.ts'
import { typeName } from '../language/type-name.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { FigureCell } from '../job-parts/FigureCell.tsx'

type HistoryRowProps = {
  readonly job: JobSummary
  readonly remembered: RememberedJob | undefined
  readonly now: number
  readonly onLabel: (label: NonNullable<HistoryFilter['label']>) => void
  readonly onChanged: () => void
}

export const HistoryRow = ({ job, remembered, now, onLabel, onChanged }: HistoryRowProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { id, status, operation, createdAt, completedAt, provider, providers, pageCount, cost, errorCode, source } = job
  const name = nameOfJob(job, remembered)
  const Icon = operation === 'compare' ? Columns2Icon : FileTextIcon
  const took = completedAt === undefined ? null : new Date(completedAt).getTime() - new Date(createdAt).getTime()
  const erasure = useErasure(id)
  return (
    <tr className={erasure === null ? undefined : 'is-erased'}>
      <th scope="row" className="job-cell-name">
        <Icon size={16} aria-hidden />
        <a href={hrefOf(['jobs', id])} title={id}>
          <bdi>{name}</bdi>
        </a>
        <span className="small muted">{factsOfJobSource(source)}</span>
        <BatchLink batch={batchOf(job)} />
        <Labels labels={job.metadata ?? {}} onLabel={onLabel} />
      </th>
      <td className="job-cell-status">
        <StatusChip status={status} />
        {status === 'running' && <JobProgress job={job} name={name} />}
        {errorCode !== undefined && errorCode !== 'cancelled' && (
          <span className="small muted" lang="en">
            {errorCode.replaceAll('_', ' ')}
          </span>
        )}
      </td>
      <td className="job-cell-provider">
        {(providers ?? (provider === undefined ? [] : [provider])).map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <NamedProvider id={id} />
          </span>
        ))}
      </td>
      <FigureCell label={messages.jobs.pages}>{pageCount === undefined ? null : formatNumber(pageCount)}</FigureCell>
      <FigureCell label={messages.jobs.cost}>{cost === undefined || cost === 0 ? null : formatCost(cost)}</FigureCell>
      <FigureCell label={messages.jobs.took}>{took === null ? null : formatDuration(took)}</FigureCell>
      <td>
        <time dateTime={createdAt} title={formatTime(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </td>
      <td className="job-actions-cell">
        {status === 'complete' && operation === 'parse' && erasure === null && (
          <a
            className="button quiet icon"
            href={hrefOfRuns({ job: id, provider: null })}
            aria-label={viewMessages.runs.compareNamed(name)}
            title={viewMessages.runs.compareWithAnother}
          >
            <FileDiffIcon size={15} aria-hidden />
          </a>
        )}
        {isUnfinishedJob(job) ? (
          <CancelButton id={id} name={name} onCancelled={onChanged} />
        ) : (
          <EraseButton id={id} name={name} onEnd={onChanged} />
        )}
      </td>
    </tr>
  )
}

const factsOfJobSource = ({ mediaType, sizeBytes }: JobSummary['source']): string =>
  [mediaType === undefined ? '' : typeName(mediaType), sizeBytes === undefined ? '' : formatBytes(sizeBytes)]
    .filter((fact) => fact !== '')
    .join(', ')

const Labels = ({
  labels,
  onLabel,
}: Pick<HistoryRowProps, 'onLabel'> & { readonly labels: Readonly<Record<string, string>> }) => {
  const messages = useMessages()
  // The link to the batch says both.
  const entries = Object.entries(labels).filter(([key]) => key !== batchLabel && key !== pathLabel)
  if (entries.length === 0) return null
  return (
    <span className="job-labels">
      {entries.map(([key, value]) => (
        <button
          key={key}
          type="button"
          className="chip job-label"
          title={messages.jobs.onlyLabelled(`${key}=${value}`)}
          onClick={() => onLabel({ key, value })}
        >
          <span className="muted">{key}</span> <bdi>{value}</bdi>
        </button>
      ))}
    </span>
  )
}

const CancelButton = ({
  id,
  name,
  onCancelled,
}: {
  readonly id: string
  readonly name: string
  readonly onCancelled: () => void
}) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const cancel = async () => {
    try {
      await client.cancelJob(id)
      showToast(messages.jobs.cancelled)
    } catch (error) {
      showToast(messageOfError(error))
    }
    onCancelled()
  }
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={messages.jobs.cancelNamed(name)}
      title={messages.jobs.cancel}
      onClick={() => void cancel()}
    >
      <XIcon size={15} aria-hidden />
    </button>
  )
}
