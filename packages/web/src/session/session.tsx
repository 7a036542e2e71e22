import type { CatalogEntry } from '@polyparse/contract'
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { createClient, type Client } from '../api/client.ts'
import { readStored, writeStored } from '../design/storage.ts'
import { SignIn } from './SignIn.tsx'

/** An accepted key and the providers available to it. */
export type Session = {
  readonly key: string
  readonly client: Client
  readonly providers: readonly CatalogEntry[]
  readonly signOut: (reason?: string) => void
}

const Context = createContext<Session | null>(null)

export const useSession = (): Session => {
  const session = useContext(Context)
  if (session === null) throw new Error('useSession needs a SignedIn around it.')
  return session
}

/** Shows its children once there is a key. The key is kept only in this tab, until it is closed. */
export const SignedIn = ({ children }: { readonly children: ReactNode }) => {
  const [signedIn, setSignedIn] = useState<{ key: string; providers: readonly CatalogEntry[] } | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const signOut = useCallback((why?: string) => {
    writeStored('session', 'key', null)
    setReason(why ?? null)
    setSignedIn(null)
  }, [])
  const session = useMemo(
    () => (signedIn === null ? null : { ...signedIn, client: createClient(signedIn.key), signOut }),
    [signedIn, signOut],
  )
  if (session === null)
    return (
      <SignIn
        savedKey={readStored('session', 'key')}
        reason={reason}
        onSignedIn={(key, providers) => {
          writeStored('session', 'key', key)
          setSignedIn({ key, providers })
        }}
      />
    )
  return <Context value={session}>{children}</Context>
}
