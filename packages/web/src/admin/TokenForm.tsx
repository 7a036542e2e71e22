import type { IdentityProviderLink } from '@polyparse/contract/sessions'
import { ShieldCheckIcon } from '../design/icons.tsx'
import { useEffect, useState } from 'react'
import type { Credential } from '../api/authorization.ts'
import { AnsweredProblem } from '../api/errors.ts'
import { ErrorText } from '../api/ErrorText.tsx'
import { readIdentityProvider } from '../api/session-client.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { IdentityProviderButton } from '../session/IdentityProvider.tsx'
import '../session/sign-in.css'
import { createAdminClient } from './admin-client.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type TokenFormProps = {
  /** A saved token, which is tried automatically. */
  readonly savedToken: string | null
  /** Why the previous token was dropped. */
  readonly reason: string | null
  /** null: the browser is that of an operator. */
  readonly onAccepted: (credential: Credential) => void
}

export const TokenForm = ({ savedToken, reason, onAccepted }: TokenFormProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const [token, setToken] = useState('')
  const [trying, setTrying] = useState(true)
  const [error, setError] = useState<unknown>(null)
  const [identityProvider, setIdentityProvider] = useState<IdentityProviderLink | null>(null)
  const attempt = async (candidate: Credential, signal?: AbortSignal) => {
    const isOver = () => signal?.aborted === true
    setTrying(true)
    setError(null)
    try {
      await createAdminClient(candidate).accounts(signal)
      onAccepted(candidate)
    } catch (failure) {
      if (isOver()) return
      // Nobody has claimed that the browser is an operator's.
      if (candidate !== null || !isRefusal(failure)) setError(failure)
      setIdentityProvider(await readIdentityProvider(signal))
      if (!isOver()) setTrying(false)
    }
  }
  useEffect(() => {
    const abort = new AbortController()
    void attempt(savedToken, abort.signal)
    return () => abort.abort()
    // Once, with the saved token.
  }, [])

  if (trying && token === '') return <Busy>{messages.session.signingIn}</Busy>
  const isWrong = isRefusal(error)
  return (
    <main className="sign-in" id="main">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault()
          if (token.trim() !== '') void attempt(token.trim())
        }}
      >
        <span className="sign-in-mark">
          <ShieldCheckIcon size={20} aria-hidden />
        </span>
        <h1>{viewMessages.admin.title}</h1>
        {identityProvider === null ? (
          <p className="muted">{viewMessages.admin.about}</p>
        ) : (
          <IdentityProviderButton provider={identityProvider} or={viewMessages.admin.orToken} />
        )}
        {reason !== null && error === null && <Notice tone="wait" title={reason} />}
        <div className="field">
          <label htmlFor="admin-token">{viewMessages.admin.token}</label>
          <input
            id="admin-token"
            className="input mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            value={token}
            aria-invalid={isWrong}
            aria-describedby={error === null ? undefined : 'admin-token-error'}
            onChange={(event) => setToken(event.target.value)}
            autoFocus={identityProvider === null}
          />
        </div>
        {error !== null && (
          <div id="admin-token-error">
            <Notice tone="bad" title={isWrong ? viewMessages.admin.wrongToken : <ErrorText error={error} />} />
          </div>
        )}
        <button type="submit" className={identityProvider === null ? 'button primary' : 'button'} disabled={trying}>
          {trying && <span className="spinner" aria-hidden />}
          {messages.session.signIn}
        </button>
        <p className="small muted">
          {viewMessages.admin.whereToken(<code>POLYPARSE_ADMIN_TOKEN</code>, <code>admin-token</code>)}
        </p>
      </form>
    </main>
  )
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AnsweredProblem && (error.problem.code === 'unauthorized' || error.problem.code === 'forbidden')
