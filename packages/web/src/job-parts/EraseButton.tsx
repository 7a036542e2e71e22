import { Trash2Icon, Undo2Icon } from '../design/icons.tsx'
import { useEffect, useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { useToast } from '../design/toast.tsx'
import { useSession } from '../session/session.tsx'
import { eraseLater, undoErasure, undoMs } from '../job-data/erasures.ts'
import { forgetJob } from '../job-data/remembered.ts'
import { useErasure } from '../job-data/useErasure.ts'
import { useMessages } from '../language/messages.ts'
import './erase-button.css'

/** Deletes a job after some seconds, during which the same button undoes that. */
export const EraseButton = ({
  id,
  name,
  onEnd,
  isLabelled = false,
}: {
  readonly id: string
  readonly name: string
  /** Called when the job has been deleted, or could not be. */
  readonly onEnd: (isErased: boolean) => void
  readonly isLabelled?: boolean
}) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const erasure = useErasure(id)
  const seconds = useSecondsUntil(erasure?.dueAt ?? null)

  const erase = () =>
    eraseLater(client, id, (outcome) => {
      if (outcome === null) forgetJob(id)
      showToast(outcome === null ? messages.jobs.deleted : messageOfError(outcome.error))
      onEnd(outcome === null)
    })
  // One element for both, so that it keeps the focus.
  return (
    <>
      <span role="status" className="hidden">
        {erasure !== null && messages.jobs.deletedSoon(name, undoMs / 1000)}
      </span>
      <button
        type="button"
        className={erasure !== null ? 'button erase-undo' : isLabelled ? 'button quiet' : 'button quiet icon'}
        aria-label={erasure === null ? messages.jobs.deleteNamed(name) : undefined}
        title={erasure === null ? messages.jobs.deleteJob : messages.jobs.deletedOnlyIfOpen}
        disabled={erasure?.isSent === true}
        onClick={() => (erasure === null ? erase() : undoErasure(id))}
      >
        {erasure === null ? <Trash2Icon size={15} aria-hidden /> : <Undo2Icon size={15} aria-hidden />}
        {erasure !== null ? (
          <>
            <span>{messages.jobs.undo}</span>
            <span className="hidden">{messages.jobs.undoOf(name)}</span>
            <span aria-hidden>{erasure.isSent ? '' : seconds}</span>
          </>
        ) : (
          isLabelled && <span>{messages.jobs.delete}</span>
        )}
      </button>
    </>
  )
}

/** Whole seconds until a time, counted down. */
const useSecondsUntil = (time: number | null): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (time === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [time])
  return time === null ? 0 : Math.max(0, Math.ceil((time - now) / 1000))
}
