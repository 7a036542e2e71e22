import { InboxIcon } from '../design/icons.tsx'
import { ErrorText } from '../api/ErrorText.tsx'
import { messageOfError } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useToast } from '../design/toast.tsx'
import { useNow } from '../design/useNow.ts'
import { hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { UploadingBatches } from '../batches/UploadingBatches.tsx'
import { JobRow } from './JobRow.tsx'
import { useRemembered, type RememberedJob } from '../job-data/remembered.ts'
import { SubmissionRow } from './SubmissionRow.tsx'
import { useSubmissions } from '../job-data/submissions.ts'
import { useJobList } from '../job-data/useJobList.ts'
import { useMessages } from '../language/messages.ts'
import './recent-jobs.css'

const recent = { filter: {}, cursor: null, limit: 12 }

/** The newest jobs of the account, also those that other programs have created. */
export const RecentJobs = ({ onAgain }: { readonly onAgain: (job: RememberedJob) => void }) => {
  const messages = useMessages()
  const { client } = useSession()
  const { jobs, nextCursor, error, refresh } = useJobList(recent)
  const remembered = useRemembered()
  const submissions = useSubmissions()
  const showToast = useToast()
  const now = useNow()
  useSignOutOn(error)

  const cancel = async (id: string) => {
    try {
      await client.cancelJob(id)
      showToast(messages.jobs.cancelled)
    } catch (failure) {
      showToast(messageOfError(failure))
    }
    refresh()
  }

  return (
    <section className="recent" aria-labelledby="recent-jobs">
      <AccountButton />
      <header className="recent-head">
        <h2 id="recent-jobs">{messages.jobs.recent}</h2>
        {jobs !== null && jobs.length > 0 && <a href={hrefOf(['jobs'])}>{messages.jobs.searchAndFilter}</a>}
      </header>
      {error !== null && (
        <Notice tone="wait" title={<ErrorText error={error} />}>
          {messages.common.retrying}
        </Notice>
      )}
      <div className="card">
        <UploadingBatches />
        {submissions.length > 0 && (
          <ul aria-label={messages.jobs.beingSent}>
            {submissions.map((submission) => (
              <SubmissionRow key={submission.number} submission={submission} />
            ))}
          </ul>
        )}
        {jobs === null && error === null && <Busy>{messages.common.loading}</Busy>}
        {jobs?.length === 0 && submissions.length === 0 && (
          <div className="empty">
            <InboxIcon size={26} strokeWidth={1.5} aria-hidden />
            <strong>{messages.jobs.none}</strong>
            <p className="small">{messages.jobs.appearHere}</p>
          </div>
        )}
        {jobs !== null && jobs.length > 0 && (
          <ul aria-label={messages.jobs.title}>
            {jobs.map((job) => (
              <JobRow
                key={job.id}
                job={job}
                remembered={remembered[job.id]}
                now={now}
                onAgain={onAgain}
                onCancel={cancel}
                onErased={refresh}
              />
            ))}
          </ul>
        )}
        {nextCursor !== null && (
          <a className="button quiet recent-more" href={hrefOf(['jobs'])}>
            {messages.jobs.all}
          </a>
        )}
      </div>
    </section>
  )
}
