import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CatalogEntry } from '@polyparse/contract'
import { createClient } from '../api/client.ts'
import { UnreachableError } from '../api/errors.ts'
import { ErrorText } from '../api/ErrorText.tsx'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { messages } from '../language/messages.ts'
import './sign-in.css'

type Props = {
  /** A saved key, which is tried automatically. */
  readonly savedKey: string | null
  /** Why the previous key was signed out. */
  readonly reason: string | null
  readonly onSignedIn: (key: string, providers: readonly CatalogEntry[]) => void
}

export const SignIn = ({ savedKey, reason, onSignedIn }: Props) => {
  const [key, setKey] = useState('')
  const [trying, setTrying] = useState(savedKey !== null)
  const [error, setError] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)

  const attempt = async (candidate: string, signal?: AbortSignal) => {
    setTrying(true)
    setError(null)
    try {
      const { providers } = await createClient(candidate).catalog(signal)
      onSignedIn(candidate, providers)
    } catch (failure) {
      if (signal?.aborted === true) return
      setError(failure)
      setTrying(false)
    }
  }

  useEffect(() => {
    if (savedKey === null) return
    const abort = new AbortController()
    void attempt(savedKey, abort.signal)
    return () => abort.abort()
    // Once, with the saved key.
  }, [])

  if (trying && savedKey !== null && key === '') return <Busy>{messages.session.signingIn}</Busy>
  return (
    <main className="sign-in" id="main">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() === '') input.current?.focus()
          else void attempt(key.trim())
        }}
      >
        <span className="sign-in-mark">
          <KeyRound size={20} aria-hidden />
        </span>
        <h1>{messages.session.title}</h1>
        <p className="muted">{messages.session.about}</p>
        {reason !== null && error === null && <Notice tone="wait" title={reason} />}
        <div className="field">
          <label htmlFor="api-key">{messages.session.key}</label>
          <input
            ref={input}
            id="api-key"
            className="input mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="pp_live_…"
            value={key}
            aria-invalid={error !== null && !(error instanceof UnreachableError)}
            aria-describedby={error === null ? undefined : 'sign-in-error'}
            onChange={(event) => setKey(event.target.value)}
            autoFocus
          />
        </div>
        {error !== null && (
          <div id="sign-in-error">
            <Notice tone="bad" title={<ErrorText error={error} />} />
          </div>
        )}
        <button type="submit" className="button primary" disabled={trying}>
          {trying && <span className="spinner" aria-hidden />}
          {messages.session.signIn}
        </button>
        <p className="small muted">{messages.session.lost(<code>npx polyparse keys create --account NAME</code>)}</p>
      </form>
    </main>
  )
}
