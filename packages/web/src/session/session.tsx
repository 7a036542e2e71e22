import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { createApiClient, type ApiClient } from '../api/client.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import type { Entered } from './access.ts'
import { SignIn } from './SignIn.tsx'

/** The person who is signed in, and the way out. */
export type AppSession = Entered & {
  readonly client: ApiClient
  /** True if only a result is seen that somebody has shared. */
  readonly isByLink: boolean
  readonly signOut: (reason?: string) => void
  /** Signs out for good: nothing of what was done in this tab stays in it. */
  readonly leave: () => void
}

const SessionContext = createContext<AppSession | null>(null)

export const useSession = (): AppSession => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SignedIn around it.')
  return session
}

/** Shows its children to whoever has a link: its token is like a key that can only read what the link shows. */
export const ByLink = ({ token, children }: { readonly token: string; readonly children: ReactNode }) => {
  const session = useMemo(
    () => ({
      access: { key: token },
      providers: [],
      client: createApiClient(token),
      isByLink: true,
      // There is nothing to leave.
      signOut: () => {},
      leave: () => {},
    }),
    [token],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Returns to the view from which somebody left for the identity provider. */
const returnToView = (): void => {
  const view = readStored('session', 'view')
  if (view === null) return
  writeStored('session', 'view', null)
  go(view, { replace: true })
}

type SignedInProps = {
  /** Called when somebody leaves: it forgets their work. It must stay the same function. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

/**
 * Shows its children once somebody is signed in. A key is kept only in this tab, until it is closed; a session is in a
 * cookie.
 */
export const SignedIn = ({ onLeave, children }: SignedInProps) => {
  const [signedIn, setSignedIn] = useState<Entered | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const { path } = useRoute()
  const code = path[0] === 'sign-in' ? (path[1] ?? '') : null
  const signOut = useCallback((why?: string) => {
    writeStored('session', 'key', null)
    setReason(why ?? null)
    setSignedIn(null)
  }, [])
  const session = useMemo(
    () =>
      signedIn === null
        ? null
        : {
            ...signedIn,
            client: createApiClient('key' in signedIn.access ? signedIn.access.key : null),
            isByLink: false,
            signOut,
            leave: () => {
              onLeave()
              signOut()
            },
          },
    [signedIn, signOut, onLeave],
  )
  if (session === null || code !== null)
    return (
      <SignIn
        key={code}
        code={code}
        savedKey={readStored('session', 'key')}
        reason={reason}
        onSignedIn={(access, providers) => {
          writeStored('session', 'key', 'key' in access ? access.key : null)
          setSignedIn({ access, providers })
          // Neither the address bar nor the history keeps the code.
          if (code !== null) go(hrefOf([]), { replace: true })
          else if (path.length === 0) returnToView()
        }}
      />
    )
  return <SessionContext value={session}>{children}</SessionContext>
}
