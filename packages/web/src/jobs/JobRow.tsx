import type { JobSummary } from '@polyparse/contract'
import { Columns2, FileText, RotateCcw, Trash2, X } from 'lucide-react'
import { formatAgo, formatDuration, formatTime, many } from '../design/format.ts'
import { hrefOf } from '../routing/route.ts'
import { nameOfJob } from './name-of-job.ts'
import type { RememberedJob } from './remembered.ts'
import { StatusChip } from './StatusChip.tsx'

type Props = {
  readonly job: JobSummary
  readonly remembered: RememberedJob | undefined
  readonly now: number
  readonly onAgain: (job: RememberedJob) => void
  readonly onRemove: (id: string, unfinished: boolean) => Promise<void>
}

export const JobRow = ({ job, remembered, now, onAgain, onRemove }: Props) => {
  const { id, status, operation, createdAt, completedAt, provider, providers, pageCount, errorCode } = job
  const unfinished = status === 'queued' || status === 'running'
  const name = nameOfJob(job, remembered)
  const Icon = operation === 'compare' ? Columns2 : FileText
  const took = completedAt === undefined ? null : new Date(completedAt).getTime() - new Date(createdAt).getTime()
  return (
    <li className="job-row">
      <Icon size={16} aria-hidden />
      <div className="job-row-what">
        <a href={hrefOf(['jobs', id])} title={id}>
          <bdi>{name}</bdi>
        </a>
        <p className="small muted">
          {providers === undefined ? (provider ?? operation) : `${many(providers.length, 'provider')} compared`},{' '}
          {pageCount !== undefined && `${many(pageCount, 'page')}, `}
          <time dateTime={createdAt} title={formatTime(createdAt)}>
            {formatAgo(createdAt, now)}
          </time>
          {took !== null && `, took ${formatDuration(took)}`}
          {errorCode !== undefined && errorCode !== 'cancelled' && `, ${errorCode.replaceAll('_', ' ')}`}
        </p>
      </div>
      <StatusChip status={status} />
      <div className="job-row-actions">
        {remembered?.parameters !== undefined && (
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Run again: ${name}`}
            title="Run again with other settings"
            onClick={() => onAgain(remembered)}
          >
            <RotateCcw size={15} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="button quiet icon"
          aria-label={`${unfinished ? 'Cancel' : 'Delete'}: ${name}`}
          title={unfinished ? 'Cancel' : 'Delete the job and its result'}
          onClick={() => void onRemove(id, unfinished)}
        >
          {unfinished ? <X size={15} aria-hidden /> : <Trash2 size={15} aria-hidden />}
        </button>
      </div>
    </li>
  )
}
