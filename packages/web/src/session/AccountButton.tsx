import { LogOut } from 'lucide-react'
import { createPortal } from 'react-dom'
import { forgetAll } from '../jobs/remembered.ts'
import { useSession } from './session.tsx'
import { messages } from '../language/messages.ts'

/** Shows the current key in the bar, and signs out. */
export const AccountButton = () => {
  const { key, signOut } = useSession()
  const slot = document.querySelector('#bar-slot')
  if (slot === null) return null
  return createPortal(
    <button
      type="button"
      className="button quiet"
      title={messages.session.forget}
      onClick={() => {
        forgetAll()
        signOut()
      }}
    >
      <span className="mono muted account-key">{key.slice(0, 12)}…</span>
      <LogOut size={15} aria-hidden />
      <span className="hidden">{messages.session.signOut}</span>
    </button>,
    slot,
  )
}
