import type { CompareResult, ParseResult } from '@polyparse/contract'
import { useEffect, useState } from 'react'
import { authorizationOf } from '../api/authorization.ts'
import { AnsweredProblem } from '../api/errors.ts'
import { ErrorText } from '../api/ErrorText.tsx'
import { fetchJob } from '../api/job-reader/read-job.ts'
import { CompareView } from '../compare/CompareView.tsx'
import { Busy } from '../design/Busy.tsx'
import { formatTime } from '../design/format.ts'
import { Notice } from '../design/Notice.tsx'
import { NamedProvider } from '../session/NamedProvider.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { ResultView } from '../result/ResultView.tsx'
import { hrefOf, useRoute } from '../routing/route.ts'
import { ByLink } from '../session/session.tsx'
import './job-view.css'

type SharedState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly result: ParseResult | CompareResult; readonly expiresAt: string | null }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Shows what a link shows: one result, read only. The token is the first part of the address after its `#`. */
export const SharedView = () => {
  const { path } = useRoute()
  const token = path[0] ?? ''
  return (
    <ByLink key={token} token={token}>
      <SharedResult token={token} />
    </ByLink>
  )
}

const SharedResult = ({ token }: { readonly token: string }) => {
  const messages = useMessages()
  const { sharing } = useViewMessages()
  const { path } = useRoute()
  const [state, setState] = useState<SharedState>({ kind: 'loading' })
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const request = { headers: authorizationOf(token), path: '/api/v1/shared' }
    fetchJob(request, abort.signal, () => {}).then(
      (job) => {
        if (job.status !== 'complete') return
        const expiresAt = 'expiresAt' in job && typeof job.expiresAt === 'string' ? job.expiresAt : null
        setState({ kind: 'shown', result: job.result, expiresAt })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ kind: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [token])

  if (state.kind === 'loading')
    return (
      <main id="main" className="page">
        <Busy>{messages.common.loading}</Busy>
      </main>
    )
  if (state.kind === 'failed') {
    const isInvalid = state.error instanceof AnsweredProblem && state.error.problem.code === 'not_found'
    return (
      <main id="main" className="page">
        <h1 className="hidden">{sharing.shared}</h1>
        <Notice tone="bad" title={isInvalid ? sharing.invalid : <ErrorText error={state.error} />}>
          {isInvalid ? sharing.invalidAbout : null}
        </Notice>
      </main>
    )
  }
  const { result, expiresAt } = state
  const compared = 'providers' in result ? result : null
  const entry = compared?.providers.find(({ provider }) => provider === path[1])
  const reading = 'provider' in result ? result : entry?.status === 'parsed' ? entry.result : null
  const name = reading?.outputs.metadata?.filename ?? compared?.input ?? ''
  return (
    <main id="main" className={reading === null ? 'job-view' : 'job-view fits'}>
      <header className="job-head">
        <div className="job-name">
          <h1>
            <bdi title={name}>{name === '' ? sharing.shared : name}</bdi>
          </h1>
          {reading !== null && (
            <p className="small muted">
              <NamedProvider id={reading.provider} />, {messages.common.pages(reading.pageCount)}
            </p>
          )}
        </div>
        {compared !== null && reading !== null && (
          <a className="button quiet" href={hrefOf([token])}>
            {messages.jobs.comparison}
          </a>
        )}
        {expiresAt !== null && <p className="small muted">{sharing.validUntil(formatTime(expiresAt))}</p>}
      </header>
      {reading !== null ? (
        <ResultView
          key={reading.provider}
          result={reading}
          name={name}
          file={file}
          password={null}
          onFile={setFile}
          pageImages={compared?.pageImages}
        />
      ) : (
        compared !== null && (
          <CompareView job={null} name={name} result={compared} file={file} password={null} onFile={setFile} />
        )
      )}
    </main>
  )
}
