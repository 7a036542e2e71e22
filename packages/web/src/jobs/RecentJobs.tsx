import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { type JobStatus, jobStatuses, type JobSummary } from '@polyparse/contract'
import { messageOf } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useToast } from '../design/toast.tsx'
import { useNow } from '../design/useNow.ts'
import { useSession } from '../session/session.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { JobRow } from './JobRow.tsx'
import { nameOfJob } from './name-of-job.ts'
import { forgetJob, useRemembered, type RememberedJob } from './remembered.ts'
import { SubmissionRow } from './SubmissionRow.tsx'
import { useSubmissions } from './submissions.ts'
import { useJobList } from './useJobList.ts'
import './recent-jobs.css'

/** What the filter looks in: the name, the id, and everything else that the row shows or the caller has noted. */
const searchTextOf = (job: JobSummary, remembered: RememberedJob | undefined): string =>
  [
    nameOfJob(job, remembered),
    job.id,
    job.operation,
    job.provider ?? '',
    ...(job.providers ?? []),
    job.errorCode ?? '',
    ...Object.entries(job.metadata ?? {}).flat(),
  ]
    .join(' ')
    .toLowerCase()

/** The recent jobs of the account, also those that other programs have created. */
export const RecentJobs = ({ onAgain }: { readonly onAgain: (job: RememberedJob) => void }) => {
  const { client } = useSession()
  const [status, setStatus] = useState<JobStatus | null>(null)
  const [words, setWords] = useState('')
  const { jobs, hasMore, error, refresh, more } = useJobList(status)
  const remembered = useRemembered()
  const submissions = useSubmissions()
  const showToast = useToast()
  const now = useNow()
  useSignOutOn(error)

  const remove = async (id: string, unfinished: boolean) => {
    try {
      await (unfinished ? client.cancelJob(id) : client.eraseJob(id))
      if (!unfinished) forgetJob(id)
      showToast(unfinished ? 'Cancelled.' : 'Deleted the job and its result.')
    } catch (failure) {
      showToast(messageOf(failure))
    }
    refresh()
  }

  const wanted = words.trim().toLowerCase()
  const shown = (jobs ?? []).filter((job) => wanted === '' || searchTextOf(job, remembered[job.id]).includes(wanted))
  return (
    <section className="recent" aria-labelledby="recent-jobs">
      <AccountButton />
      <header className="recent-head">
        <h2 id="recent-jobs">Recent jobs</h2>
        <input
          className="input"
          type="search"
          placeholder="Filter"
          aria-label="Filter by name, id, provider or label"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <select
          className="input"
          aria-label="Status"
          value={status ?? ''}
          onChange={({ target }) => setStatus(jobStatuses.find((each) => each === target.value) ?? null)}
        >
          <option value="">any status</option>
          {jobStatuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </header>
      {error !== null && (
        <Notice tone="wait" title={messageOf(error)}>
          Retrying every few seconds.
        </Notice>
      )}
      <div className="card">
        {submissions.length > 0 && (
          <ul aria-label="Being sent">
            {submissions.map((submission) => (
              <SubmissionRow key={submission.number} submission={submission} />
            ))}
          </ul>
        )}
        {jobs === null && error === null && <Busy>Loading …</Busy>}
        {jobs !== null && shown.length === 0 && submissions.length === 0 && (
          <div className="empty">
            <Inbox size={26} strokeWidth={1.5} aria-hidden />
            <strong>{jobs.length === 0 && status === null ? 'No jobs yet' : 'No matching jobs'}</strong>
            {jobs.length === 0 && status === null && <p className="small">Your jobs appear here for a month.</p>}
          </div>
        )}
        {shown.length > 0 && (
          <ul aria-label="Jobs">
            {shown.map((job) => (
              <JobRow
                key={job.id}
                job={job}
                remembered={remembered[job.id]}
                now={now}
                onAgain={onAgain}
                onRemove={remove}
              />
            ))}
          </ul>
        )}
        {hasMore && (
          <button type="button" className="button quiet recent-more" onClick={more}>
            Show more
          </button>
        )}
      </div>
    </section>
  )
}
