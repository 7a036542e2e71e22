import { useCallback, useEffect, useState } from 'react'
import { requestJson } from '../api/request.ts'
import { fetchSession } from '../api/session-client.ts'
import { useRequest } from '../api/useRequest.ts'
import { Busy } from '../design/Busy.tsx'
import { FailedRequest } from '../api/FailedRequest.tsx'
import { readStored } from '../browser/storage.ts'
import { Contents } from './Contents.tsx'
import { OpenApi, operationsOf } from './openapi.ts'
import { OperationView } from './OperationView.tsx'
import { Prose } from './Prose.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import './reference.css'

/** The API reference, made from the OpenAPI description, with code samples and forms to try each operation. */
export const ApiReference = () => {
  const viewMessages = useViewMessages()
  const [request, reload] = useRequest(
    useCallback((signal: AbortSignal) => requestJson(null, '/api/openapi.json', OpenApi, { signal }), []),
  )
  const [key, setKey] = useState(() => readStored('session', 'key') ?? '')
  const isSignedIn = useIsSignedIn()
  const isThere = request.state === 'loaded'
  useEffect(() => {
    // The target of the hash exists only now.
    if (isThere && location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isThere])

  if (request.state === 'pending') return <Busy>{viewMessages.reference.loading}</Busy>
  if (request.state === 'failed')
    return (
      <main id="main" className="page">
        <FailedRequest error={request.error} onRetry={reload} />
      </main>
    )
  const api = request.value
  return (
    <div className="reference">
      <Contents api={api} />
      <main id="main" className="reference-main">
        <header className="reference-head">
          <h1>
            {viewMessages.reference.title(api.info.title)}{' '}
            <span className="chip">{viewMessages.reference.version(api.info.version)}</span>
          </h1>
          <Prose text={api.info.description} />
          <p>{viewMessages.reference.forTools(<a href="/api/openapi.json">openapi.json</a>)}</p>
          <KeyField value={key} isNeeded={!isSignedIn} onChange={setKey} />
        </header>
        {api.tags.map((tag) => (
          <section key={tag.name} aria-labelledby={`tag-${tag.name}`}>
            <header className="reference-tag">
              <h2 id={`tag-${tag.name}`} lang="en">
                {tag.name}
              </h2>
              <p className="muted" lang="en">
                {tag.description}
              </p>
            </header>
            {operationsOf(api, tag.name).map((operation) => (
              <OperationView
                key={operation.operationId}
                operation={operation}
                schemas={api.components.schemas}
                credential={key !== '' ? key : isSignedIn ? null : undefined}
              />
            ))}
          </section>
        ))}
      </main>
    </div>
  )
}

/** Tells whether this browser has a session, which “Try it” uses where no key is given. */
const useIsSignedIn = (): boolean => {
  const [isSignedIn, setSignedIn] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    // Whoever cannot be asked is not signed in: the field for a key is there.
    fetchSession(abort.signal).then(
      (session) => setSignedIn(session !== null),
      () => {},
    )
    return () => abort.abort()
  }, [])
  return isSignedIn
}

type KeyFieldProps = {
  readonly value: string
  readonly isNeeded: boolean
  readonly onChange: (value: string) => void
}

/** The key that “Try it” sends; by default the key of the workbench. It never appears in a sample. */
const KeyField = ({ value, isNeeded, onChange }: KeyFieldProps) => {
  const viewMessages = useViewMessages()
  return (
    <div className="field reference-key">
      <label htmlFor="reference-key">{viewMessages.reference.keyFor}</label>
      <input
        id="reference-key"
        className="input mono"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="pp_live_…"
        value={value}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <span className="field-hint">
        {!isNeeded && `${viewMessages.reference.signedIn} `}
        {viewMessages.reference.requestsAreReal}
      </span>
    </div>
  )
}
