import { LogOutIcon } from '../design/icons.tsx'
import { createPortal } from 'react-dom'
import { messageOfError } from '../api/message-of.ts'
import { endBrowserSession } from '../api/session-client.ts'
import { useToast } from '../design/toast.tsx'
import { useMessages } from '../language/messages.ts'
import { useSession } from './session.tsx'

/** Shows in the bar who is signed in, and signs out. */
export const AccountButton = () => {
  const messages = useMessages()
  const { access, leave } = useSession()
  const showToast = useToast()
  const slot = document.querySelector('#bar-slot')
  if (slot === null) return null
  const signOut = async () => {
    try {
      if ('browser' in access) await endBrowserSession()
    } catch (error) {
      // The browser would still be signed in.
      showToast(messageOfError(error))
      return
    }
    leave()
  }
  return createPortal(
    <button
      type="button"
      className="button quiet"
      title={'key' in access ? messages.session.forget : messages.session.signOutBrowser}
      onClick={() => void signOut()}
    >
      {'key' in access ? (
        <span className="mono muted account-key">{access.key.slice(0, 12)}…</span>
      ) : (
        <bdi className="muted account-key">{access.browser.person ?? access.browser.account}</bdi>
      )}
      <LogOutIcon size={15} aria-hidden />
      <span className="hidden">{messages.session.signOut}</span>
    </button>,
    slot,
  )
}
