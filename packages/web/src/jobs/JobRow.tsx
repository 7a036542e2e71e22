import type { JobSummary } from '@polyparse/contract'
import { Columns2Icon, FileTextIcon, RotateCcwIcon, XIcon } from '../design/icons.tsx'
import { formatAgo, formatDuration, formatTime } from '../design/format.ts'
import { hrefOf } from '../routing/route.ts'
import { NamedProvider } from '../session/NamedProvider.tsx'
import { EraseButton } from '../job-parts/EraseButton.tsx'
import { useErasure } from '../job-data/useErasure.ts'
import { nameOfJob } from '../job-data/name-of-job.ts'
import type { RememberedJob } from '../job-data/remembered.ts'
import { JobProgress } from '../job-parts/JobProgress.tsx'
import { StatusChip } from '../job-parts/StatusChip.tsx'
import { isUnfinishedJob } from '../job-data/useJobList.ts'
import { useMessages } from '../language/messages.ts'

type JobRowProps = {
  readonly job: JobSummary
  readonly remembered: RememberedJob | undefined
  readonly now: number
  readonly onAgain: (job: RememberedJob) => void
  readonly onCancel: (id: string) => Promise<void>
  /** Called when the job has been deleted, or could not be. */
  readonly onErased: () => void
}

export const JobRow = ({ job, remembered, now, onAgain, onCancel, onErased }: JobRowProps) => {
  const messages = useMessages()
  const { id, status, operation, createdAt, completedAt, provider, providers, pageCount, errorCode } = job
  const name = nameOfJob(job, remembered)
  const Icon = operation === 'compare' ? Columns2Icon : FileTextIcon
  const took = completedAt === undefined ? null : new Date(completedAt).getTime() - new Date(createdAt).getTime()
  return (
    <li className={useErasure(id) === null ? 'job-row' : 'job-row is-erased'}>
      <Icon size={16} aria-hidden />
      <div className="job-row-what">
        <a href={hrefOf(['jobs', id])} title={id}>
          <bdi>{name}</bdi>
        </a>
        <p className="small muted">
          {providers !== undefined ? (
            messages.jobs.compared(providers.length)
          ) : provider === undefined ? (
            messages.jobs.operations[operation]
          ) : (
            <NamedProvider id={provider} />
          )}
          , {pageCount !== undefined && `${messages.common.pages(pageCount)}, `}
          <time dateTime={createdAt} title={formatTime(createdAt)}>
            {formatAgo(createdAt, now)}
          </time>
          {took !== null && `, ${messages.jobs.tookTime(formatDuration(took))}`}
          {errorCode !== undefined && errorCode !== 'cancelled' && (
            <span lang="en">, {errorCode.replaceAll('_', ' ')}</span>
          )}
        </p>
      </div>
      {status === 'running' && <JobProgress job={job} name={name} />}
      <StatusChip status={status} />
      <div className="job-row-actions">
        {remembered?.parameters !== undefined && (
          <button
            type="button"
            className="button quiet icon"
            aria-label={messages.jobs.runAgainNamed(name)}
            title={messages.jobs.runAgainOtherwise}
            onClick={() => onAgain(remembered)}
          >
            <RotateCcwIcon size={15} aria-hidden />
          </button>
        )}
        {isUnfinishedJob(job) ? (
          <button
            type="button"
            className="button quiet icon"
            aria-label={messages.jobs.cancelNamed(name)}
            title={messages.jobs.cancel}
            onClick={() => void onCancel(id)}
          >
            <XIcon size={15} aria-hidden />
          </button>
        ) : (
          <EraseButton id={id} name={name} onEnd={onErased} />
        )}
      </div>
    </li>
  )
}
