import { FileDiffIcon } from '../design/icons.tsx'
import { Busy } from '../design/Busy.tsx'
import { nameOfJob } from '../job-data/name-of-job.ts'
import { useRemembered } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { ComparedRuns } from './ComparedRuns.tsx'
import { hrefOfRuns, type RunRef } from '../routing/run-ref.ts'
import { RunsHead } from './RunsHead.tsx'
import { RunTrouble } from './RunTrouble.tsx'
import { maxJobs, useJobsOfDocument } from './useJobsOfDocument.ts'
import { type RunState, useRun } from './useRun.ts'

/** Shows what has changed between two runs of a document, whichever of them is named first. */
export const RunComparison = ({ one, other }: { readonly one: RunRef; readonly other: RunRef }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const [run, otherRun] = [useRun(one), useRun(other)]
  const { jobs } = useJobsOfDocument(one.job)
  const remembered = useRemembered()
  useSignOutOn(errorOf(run) ?? errorOf(otherRun))
  const own = jobs?.find(({ id }) => id === one.job)
  const name =
    own === undefined
      ? (remembered[one.job]?.name ?? fileNameOfRun(run) ?? messages.jobs.unnamed(one.job.slice(-12)))
      : nameOfJob(own, remembered[one.job])
  const isOther =
    own !== undefined && jobs !== null && jobs.length < maxJobs && jobs.every(({ id }) => id !== other.job)
  return (
    <main id="main" className="job-view">
      <RunsHead run={one} isWide title={<bdi title={name}>{name}</bdi>}>
        <a className="button quiet" href={hrefOfRuns(one)}>
          <FileDiffIcon size={15} aria-hidden />
          {viewMessages.runs.chooseAnother}
        </a>
      </RunsHead>
      {run.state === 'read' && otherRun.state === 'read' ? (
        <ComparedRuns name={name} one={run.read} other={otherRun.read} isOtherDocument={isOther} />
      ) : (
        <div className="compare">
          <RunTrouble run={one} state={run} />
          <RunTrouble run={other} state={otherRun} />
          {isPending(run) && isPending(otherRun) && <Busy>{messages.jobs.loading}</Busy>}
        </div>
      )}
    </main>
  )
}

const errorOf = (run: RunState): unknown => (run.state === 'error' ? run.error : null)

const fileNameOfRun = (run: RunState): string | undefined =>
  run.state === 'read' ? run.read.result.outputs.metadata?.filename : undefined

const isPending = ({ state }: RunState): boolean => state === 'loading' || state === 'read'
