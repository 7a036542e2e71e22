import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useJob } from '../job-data/useJob.ts'
import { ErrorText } from '../api/ErrorText.tsx'
import { AnsweredProblem } from '../api/errors.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { passwordIn } from '../request/secrets.ts'
import { hrefOf, useRoute } from '../routing/route.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { JobHead } from './JobHead.tsx'
import { textOfReadPages } from '../job-data/page-reader.ts'
import { rememberFile, useRemembered } from '../job-data/remembered.ts'
import { RetryButton } from './RetryButton.tsx'
import { ReadingProgress, RunningJob } from './RunningJob.tsx'
import './job-view.css'
import { JudgedJobContext } from '../judging/judged-job.ts'
import { useMessages } from '../language/messages.ts'

const PagesMeanwhile = lazy(() =>
  import('../result/PagesMeanwhile.tsx').then(({ PagesMeanwhile }) => ({ default: PagesMeanwhile })),
)
const loadResult = () => import('../result/ResultView.tsx')
const ResultView = lazy(() => loadResult().then(({ ResultView }) => ({ default: ResultView })))
const CorrectedResult = lazy(() =>
  import('../corrections/CorrectedResult.tsx').then(({ CorrectedResult }) => ({ default: CorrectedResult })),
)
const CompareView = lazy(() =>
  import('../compare/CompareView.tsx').then(({ CompareView }) => ({ default: CompareView })),
)

/** A job from its creation to its result. `#/jobs/ID/PROVIDER` is one reading of a comparison. */
export const JobView = ({ id }: { readonly id: string }) => {
  const messages = useMessages()
  const { job, restart } = useJob(id)
  const { path } = useRoute()
  const remembered = useRemembered()[id]
  useSignOutOn(job.error)
  const file = remembered?.file ?? null
  const password = passwordIn(remembered?.parameters ?? {})
  // The result is shown at once when the job ends.
  useEffect(() => void loadResult().catch(() => {}), [])

  const { ended } = job
  const result = ended?.status === 'complete' ? ended.result : null
  const compared = result !== null && 'providers' in result ? result : null
  const entry = compared?.providers.find(({ provider }) => provider === path[2])
  const reading =
    result !== null && 'outputs' in result && 'provider' in result
      ? result
      : entry?.status === 'parsed'
        ? entry.result
        : null
  const name =
    remembered?.name ?? compared?.input ?? reading?.outputs.metadata?.filename ?? messages.jobs.unnamed(id.slice(-12))

  const asked = remembered?.parameters
  const soFar = useMemo(
    () =>
      textOfReadPages(job.pages, {
        asked: asked?.pages ?? null,
        gap: (first, last) => `_${messages.jobs.stillRead(first, last)}_`,
      }),
    [job.pages, asked, messages],
  )
  const isUnderWay = job.ended === null && job.status !== null
  const isRead = isUnderWay && (soFar !== '' || (file !== null && asked?.operation === 'parse'))
  const isSeenMeanwhile = isRead || (isUnderWay && file !== null)
  const running = <RunningJob id={id} job={job} remembered={remembered} onRetried={restart} />

  const isDamaged = job.error instanceof AnsweredProblem && job.error.problem.code === 'result_damaged'

  if (job.error !== null)
    return (
      <main id="main" className="page">
        <Notice
          tone="bad"
          title={<ErrorText error={job.error} />}
          actions={
            <>
              {isDamaged && <RetryButton id={id} onRetried={restart} />}
              <a className="button" href={hrefOf([])}>
                {messages.jobs.back}
              </a>
            </>
          }
        >
          {job.error instanceof AnsweredProblem && job.error.problem.code === 'result_expired'
            ? messages.jobs.expired
            : job.error instanceof AnsweredProblem && job.error.problem.code === 'not_found'
              ? messages.jobs.notFound
              : null}
        </Notice>
      </main>
    )
  return (
    <main id="main" className={reading === null && !isSeenMeanwhile ? 'job-view' : 'job-view fits'}>
      <AccountButton />
      <JobHead id={id} name={name} job={job} remembered={remembered} reading={reading} compared={compared} />
      {isRead || (reading !== null && compared === null) ? (
        <Suspense fallback={reading === null ? running : <Busy>{messages.common.loading}</Busy>}>
          <CorrectedResult id={id} result={reading}>
            {(shown) => (
              <JudgedJobContext value={id}>
                <ResultView
                  key={id}
                  result={shown}
                  meanwhile={
                    isRead ? { markdown: soFar, progress: <ReadingProgress job={job} />, card: running } : null
                  }
                  name={name}
                  file={file}
                  password={password}
                  onFile={(file) => rememberFile(id, file)}
                />
              </JudgedJobContext>
            )}
          </CorrectedResult>
        </Suspense>
      ) : reading !== null ? (
        <Suspense fallback={<Busy>{messages.common.loading}</Busy>}>
          <ResultView
            key={reading.provider}
            result={reading}
            name={name}
            file={file}
            password={password}
            onFile={(file) => rememberFile(id, file)}
            pageImages={compared?.pageImages}
          />
        </Suspense>
      ) : compared !== null ? (
        <CompareView
          job={id}
          name={name}
          result={compared}
          file={file}
          password={password}
          onFile={(file) => rememberFile(id, file)}
        />
      ) : job.status === null && !job.disconnected ? (
        <Busy>{messages.jobs.loading}</Busy>
      ) : file !== null && isUnderWay ? (
        <Suspense fallback={running}>
          <PagesMeanwhile file={file} password={password} onFile={(chosen) => rememberFile(id, chosen)}>
            {running}
          </PagesMeanwhile>
        </Suspense>
      ) : (
        running
      )}
    </main>
  )
}
