import type { IdentityProviderLink } from '@polyparse/contract/sessions'
import { writeStored } from '../browser/storage.ts'
import { useMessages } from '../language/messages.ts'

type IdentityProviderProps = {
  readonly provider: IdentityProviderLink
  /** The other way, after the "or" between them. */
  readonly or: string
}

/** Leads to the identity provider, above another way to sign in. */
export const IdentityProviderButton = ({ provider: { name, signInUrl }, or }: IdentityProviderProps) => {
  const messages = useMessages()
  return (
    <>
      <a className="button primary" href={signInUrl} onClick={prepareToLeave}>
        {messages.session.signInWith(name)}
      </a>
      <p className="sign-in-or small muted">{or}</p>
    </>
  )
}

/** The tab drops its key, which may be why somebody signs in again, and keeps the view to come back to. */
const prepareToLeave = (): void => {
  writeStored('session', 'key', null)
  if (location.hash.length > '#/'.length) writeStored('session', 'view', location.hash)
}
