import type { RunProgress } from '@polyparse/contract'
import { CircleAlertIcon, CircleCheckIcon, CircleDashedIcon, CircleSlashIcon } from '../design/icons.tsx'
import { Notice } from '../design/Notice.tsx'
import { useSession } from '../session/session.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ChooseLess } from '../estimate/ChooseLess.tsx'
import type { RememberedJob } from '../job-data/remembered.ts'
import { RetryButton } from './RetryButton.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import type { ShownJobState } from '../job-data/useJob.ts'
import { formatNumber } from '../design/format.ts'
import { readMessages, useMessages } from '../language/messages.ts'

type RunStatus = RunProgress['state']

/** A job that is unfinished or failed. */
export const RunningJob = ({
  id: jobId,
  job,
  remembered,
  onRetried,
}: {
  readonly id: string
  readonly job: ShownJobState
  readonly remembered: RememberedJob | undefined
  readonly onRetried: () => void
}) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  if (job.ended?.status === 'failed') {
    const { error, errorCode } = job.ended
    const asked = sentAgain(remembered)
    const encrypted = errorCode === 'document_encrypted' ? asked : null
    return (
      <div className="job-progress">
        <Notice
          tone="bad"
          title={messages.jobs.failed}
          // The service keeps no upload for a retry, and no password.
          actions={
            encrypted !== null ? (
              <PasswordForm {...encrypted} />
            ) : errorCode === 'spending_limit' && asked !== null ? (
              <ChooseLess {...asked} />
            ) : remembered?.file === undefined ? (
              <RetryButton id={jobId} onRetried={onRetried} />
            ) : undefined
          }
        >
          {error === undefined ? messages.jobs.reasonUnknown : <span lang="en">{error}</span>}
        </Notice>
      </div>
    )
  }
  const asked = remembered?.parameters
  const expected = asked?.providers ?? (asked?.provider === undefined ? [] : [asked.provider])
  const runs = [...new Set([...expected, ...job.runs.keys()])]
  return (
    <div className="job-progress">
      {job.disconnected && (
        <Notice tone="wait" title={messages.common.serviceSilent}>
          {messages.jobs.notLost}
        </Notice>
      )}
      <section className="card" aria-labelledby="progress">
        <h2 id="progress">
          <span role="status">{job.status === 'running' ? messages.jobs.parsing : messages.jobs.waiting}</span>
        </h2>
        <ul>
          {runs.map((provider) => {
            const run = job.runs.get(provider)
            const status = run?.state ?? 'waiting'
            return (
              <li key={provider}>
                <RunIcon status={status} />
                <strong>{catalog.find(({ id }) => id === provider)?.name ?? provider}</strong>
                <code className="muted">{provider}</code>
                {run?.state === 'working' && run.pagesTotal !== undefined && (
                  <progress
                    aria-label={messages.jobs.pagesReadBy(provider)}
                    max={run.pagesTotal}
                    value={run.pagesDone}
                  />
                )}
                <span className="muted small">
                  {run === undefined ? messages.jobs.runs.waiting : textOfRunProgress(run)}
                  {run?.state === 'working' && <TimeLeft run={run} />}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}

/** Shows the progress of the reader of a document, in a line. */
export const ReadingProgress = ({ job: { disconnected, runs, pages } }: { readonly job: ShownJobState }) => {
  const messages = useMessages()
  const run = [...runs.values()].findLast(({ state }) => state === 'working')
  return (
    <p className="reading-progress small muted">
      <span className="spinner" aria-hidden />
      <span role="status" className={disconnected ? '' : 'hidden'}>
        {disconnected ? messages.common.serviceSilent : messages.jobs.parsing}
      </span>
      {!disconnected && run !== undefined && (
        <span>
          {textOfRunProgress({ ...run, pagesDone: Math.max(run.pagesDone, pages.size) })}
          <TimeLeft run={run} />
        </span>
      )}
    </p>
  )
}

/** The document and the parameters of a job, where this tab still has them. */
const sentAgain = (remembered: RememberedJob | undefined) => {
  if (remembered?.parameters === undefined) return null
  const { file, url, parameters } = remembered
  if (file !== undefined) return { source: { file }, parameters }
  return url === undefined ? null : { source: { url }, parameters }
}

const textOfRunProgress = ({ state, pagesDone, pagesTotal }: RunProgress): string => {
  const messages = readMessages()
  if (state !== 'working' || pagesDone === 0) return messages.jobs.runs[state]
  return pagesTotal === undefined
    ? messages.common.pages(pagesDone)
    : messages.jobs.pagesOf(formatNumber(pagesDone), pagesTotal)
}

const RunIcon = ({ status }: { readonly status: RunStatus }) => {
  if (status === 'working') return <span className="spinner" aria-hidden />
  const Icon = {
    waiting: CircleDashedIcon,
    parsed: CircleCheckIcon,
    failed: CircleAlertIcon,
    unsupported: CircleSlashIcon,
  }[status]
  return <Icon size={16} className={`run-${status}`} aria-hidden />
}
