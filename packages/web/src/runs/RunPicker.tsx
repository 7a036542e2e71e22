import { FileDiffIcon } from '../design/icons.tsx'
import { ErrorText } from '../api/ErrorText.tsx'
import { Busy } from '../design/Busy.tsx'
import { formatTime } from '../design/format.ts'
import { Notice } from '../design/Notice.tsx'
import { useNow } from '../design/useNow.ts'
import { nameOfJob } from '../job-data/name-of-job.ts'
import { useRemembered } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { hrefOf } from '../routing/route.ts'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { RunsHead } from './RunsHead.tsx'
import { RunRow } from './RunRow.tsx'
import { type RunRef, writeRun } from '../routing/run-ref.ts'
import { runsOf } from './listed-runs.ts'
import { useJobsOfDocument } from './useJobsOfDocument.ts'
import '../job-parts/job-table.css'

/** The other runs of a document, of which one is to be compared with this one. */
export const RunPicker = ({ run }: { readonly run: RunRef }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { jobs, nextCursor, error } = useJobsOfDocument(run.job)
  const remembered = useRemembered()
  const now = useNow()
  useSignOutOn(error)
  const own = jobs?.find(({ id }) => id === run.job)
  const name = own === undefined ? null : nameOfJob(own, remembered[run.job])
  const others = runsOf(jobs ?? [], now).filter((each) => writeRun(each.run) !== writeRun(run))
  return (
    <main id="main" className="page history">
      <RunsHead run={run} title={viewMessages.runs.compareWithAnother} />
      {own !== undefined && (
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          , {run.provider ?? own.provider}, <time dateTime={own.createdAt}>{formatTime(own.createdAt)}</time>
        </p>
      )}
      {error !== null && (
        <Notice tone="wait" title={<ErrorText error={error} />}>
          {messages.common.retrying}
        </Notice>
      )}
      {jobs === null && error === null && <Busy>{messages.common.loading}</Busy>}
      {jobs !== null && own === undefined && (
        <Notice
          tone="bad"
          title={viewMessages.runs.unknown}
          actions={
            <a className="button" href={hrefOf(['jobs'])}>
              {messages.jobs.all}
            </a>
          }
        >
          {viewMessages.runs.unknownHint}
        </Notice>
      )}
      {own !== undefined && others.length === 0 && (
        <div className="card empty">
          <FileDiffIcon size={26} strokeWidth={1.5} aria-hidden />
          <strong>{viewMessages.runs.none}</strong>
          <p className="small">{viewMessages.runs.noneHint}</p>
        </div>
      )}
      {others.length > 0 && (
        <>
          <p className="muted">{viewMessages.runs.about}</p>
          <div className="card history-card">
            <table className="history-table runs-table">
              <caption className="hidden">{viewMessages.runs.others}</caption>
              <thead>
                <tr>
                  <th scope="col">{viewMessages.runs.run}</th>
                  <th scope="col" className="number">
                    {messages.jobs.pages}
                  </th>
                  <th scope="col" className="number">
                    {messages.jobs.cost}
                  </th>
                  <th scope="col" className="number">
                    {messages.jobs.took}
                  </th>
                  <th scope="col">{messages.jobs.created}</th>
                </tr>
              </thead>
              <tbody>
                {others.map((other) => (
                  <RunRow
                    key={writeRun(other.run)}
                    listed={other}
                    with={run}
                    name={nameOfJob(other.job, remembered[other.job.id])}
                    ownName={name}
                    remembered={remembered[other.job.id]}
                    now={now}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {nextCursor !== null && <p className="small muted">{viewMessages.runs.onlyNewest(jobs?.length ?? 0)}</p>}
        </>
      )}
    </main>
  )
}
