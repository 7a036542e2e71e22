import { RefreshCwIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { useToast } from '../design/toast.tsx'
import { useSession } from '../session/session.tsx'
import { useMessages } from '../language/messages.ts'

/** Runs an ended job again, under its id; if that is not possible, says why. */
export const RetryButton = ({ id, onRetried }: { readonly id: string; readonly onRetried: () => void }) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const [waiting, setWaiting] = useState(false)

  const retry = async () => {
    setWaiting(true)
    try {
      await client.retryJob(id)
      onRetried()
    } catch (error) {
      showToast(messageOfError(error))
    } finally {
      setWaiting(false)
    }
  }
  return (
    <button type="button" className="button" disabled={waiting} onClick={() => void retry()}>
      <RefreshCwIcon size={15} aria-hidden />
      <span>{messages.jobs.retry}</span>
    </button>
  )
}
