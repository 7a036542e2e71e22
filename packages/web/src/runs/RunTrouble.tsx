import { ErrorText } from '../api/ErrorText.tsx'
import { AnsweredProblem } from '../api/errors.ts'
import { Notice } from '../design/Notice.tsx'
import { readMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { hrefOfReading, type RunRef, writeRun } from '../routing/run-ref.ts'
import type { RunState } from './useRun.ts'

/** Shows why there is nothing to compare of a run; nothing while it is read. */
export const RunTrouble = ({ run, state }: { readonly run: RunRef; readonly state: RunState }) => {
  const viewMessages = useViewMessages()
  if (state.state === 'loading' || state.state === 'read') return null
  const { unfinished, failed, noReading } = viewMessages.runs
  return (
    <Notice
      tone={state.state === 'unfinished' ? 'wait' : 'bad'}
      title={
        state.state === 'error' ? <ErrorText error={state.error} /> : { unfinished, failed, noReading }[state.state]
      }
      actions={
        <a className="button" href={hrefOfReading(run)}>
          {viewMessages.runs.toJob}
        </a>
      }
    >
      {state.state === 'error' && hintOf(state.error)} {viewMessages.runs.which(writeRun(run))}
    </Notice>
  )
}

const hintOf = (error: unknown): string | null => {
  const messages = readMessages()
  if (!(error instanceof AnsweredProblem)) return null
  if (error.problem.code === 'result_expired') return messages.jobs.expired
  return error.problem.code === 'not_found' ? messages.jobs.notFound : null
}
