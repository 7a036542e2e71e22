import { signInTroubles, type IdentityProviderLink, type SignInTrouble } from '@polyparse/contract/sessions'
import { KeyRoundIcon } from '../design/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import { AnsweredProblem, UnreachableError } from '../api/errors.ts'
import { ErrorText } from '../api/ErrorText.tsx'
import { readIdentityProvider } from '../api/session-client.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useMessages } from '../language/messages.ts'
import { go, hrefOf, parseRoute } from '../routing/route.ts'
import type { Entered } from './access.ts'
import { enter, enterWithKey } from './enter.ts'
import { IdentityProviderButton } from './IdentityProvider.tsx'
import './sign-in.css'

type SignInProps = {
  /** The code of a sign-in link, which is tried automatically. */
  readonly code: string | null
  /** A saved key, which is tried automatically. */
  readonly savedKey: string | null
  /** Why the previous key or session was signed out. */
  readonly reason: string | null
  readonly onSignedIn: (access: Entered['access'], providers: Entered['providers']) => void
}

type SignInFailure = { readonly of: 'link' | 'key'; readonly error: unknown }

export const SignIn = ({ code, savedKey, reason, onSignedIn }: SignInProps) => {
  const messages = useMessages()
  const [key, setKey] = useState('')
  const [trying, setTrying] = useState<'silently' | 'key' | null>('silently')
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const [trouble, setTrouble] = useState(troubleOfRoute)
  const [identityProvider, setIdentityProvider] = useState<IdentityProviderLink | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const attempt = async (entering: Promise<Entered | null>, of: SignInFailure['of'], signal?: AbortSignal) => {
    const isOver = () => signal?.aborted === true
    try {
      const entered = await entering
      if (isOver()) return
      if (entered !== null) return onSignedIn(entered.access, entered.providers)
    } catch (error) {
      if (isOver()) return
      setFailure({ of, error })
    }
    setIdentityProvider(await readIdentityProvider(signal))
    if (!isOver()) setTrying(null)
  }

  useEffect(() => {
    const abort = new AbortController()
    void attempt(enter({ code, savedKey }, abort.signal), code === null ? 'key' : 'link', abort.signal)
    // It is said once, and not again after a reload.
    if (trouble !== null) go(hrefOf([]), { replace: true })
    return () => abort.abort()
    // Once: with another code, this is another component.
  }, [])

  const words = messages.session
  if (trying === 'silently') return <Busy>{words.signingIn}</Busy>
  const isRefusedKey = failure?.of === 'key' && !(failure.error instanceof UnreachableError)
  return (
    <main className="sign-in" id="main">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault()
          const candidate = key.trim()
          if (candidate === '') return input.current?.focus()
          setTrying('key')
          setFailure(null)
          setTrouble(null)
          void attempt(enterWithKey(candidate), 'key')
        }}
      >
        <span className="sign-in-mark">
          <KeyRoundIcon size={20} aria-hidden />
        </span>
        <h1>{identityProvider === null ? words.title : words.signIn}</h1>
        {trouble !== null && <Notice tone="bad" title={words.troubles[trouble]} />}
        {identityProvider === null ? (
          <p className="muted">{words.about}</p>
        ) : (
          <IdentityProviderButton provider={identityProvider} or={words.orKey} />
        )}
        {reason !== null && failure === null && <Notice tone="wait" title={reason} />}
        <div className="field">
          <label htmlFor="api-key">{words.key}</label>
          <input
            ref={input}
            id="api-key"
            className="input mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="pp_live_…"
            value={key}
            aria-invalid={isRefusedKey}
            aria-describedby={failure === null ? undefined : 'sign-in-error'}
            onChange={(event) => setKey(event.target.value)}
            autoFocus={identityProvider === null}
          />
        </div>
        {failure !== null && (
          <div id="sign-in-error">
            <Notice
              tone="bad"
              title={isRefusedLink(failure) ? words.linkRefused : <ErrorText error={failure.error} />}
            />
          </div>
        )}
        <button
          type="submit"
          className={identityProvider === null ? 'button primary' : 'button'}
          disabled={trying !== null}
        >
          {trying !== null && <span className="spinner" aria-hidden />}
          {words.signIn}
        </button>
        <p className="small muted">{words.orLink(<code>npx polyparse accounts sign-in-link</code>)}</p>
        <p className="small muted">{words.lost(<code>npx polyparse keys create --account NAME</code>)}</p>
      </form>
    </main>
  )
}

/** Returns why a sign-in by the identity provider failed, if one has just led back to the app. */
const troubleOfRoute = (): SignInTrouble | null => {
  const { signIn } = parseRoute(location.hash).query
  return signInTroubles.find((trouble) => trouble === signIn) ?? null
}

const isRefusedLink = ({ of, error }: SignInFailure): boolean =>
  of === 'link' && error instanceof AnsweredProblem && error.problem.code === 'unauthorized'
