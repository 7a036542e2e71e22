import { Trash2Icon, Undo2Icon } from '../design/icons.tsx'
import { useSyncExternalStore } from 'react'
import { itemAt } from '@polyparse/document/items'
import { patiently } from '../api/patiently.ts'
import { useToast } from '../design/toast.tsx'
import { eraseLater, onErasures, readErasure, undoErasure, undoMs } from '../job-data/erasures.ts'
import { forgetJob } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { useSession } from '../session/session.tsx'

/** Requests that are under way at once. */
const maxErasureRequests = 4

/** Deletes all these jobs after some seconds, during which the same button undoes that. */
export const EraseAllButton = ({
  ids,
  onErase,
  onEnd,
}: {
  readonly ids: readonly string[]
  /** Called at once, before anything is deleted. */
  readonly onErase: () => void
  /** Called when all have been deleted, or could not be. */
  readonly onEnd: () => void
}) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const words = messages.batches
  const undoable = useSyncExternalStore(onErasures, () => ids.filter((id) => readErasure(id)?.isSent === false).length)

  const erase = () => {
    onErase()
    const eraser = eraseSomeAtOnce(client.eraseJob)
    const chosen = ids.filter((id) => readErasure(id) === null)
    let failures = 0
    for (const id of chosen)
      eraseLater({ eraseJob: eraser }, id, (outcome) => {
        if (outcome === null) forgetJob(id)
        else failures += 1
        // Some may have been kept in the meantime.
        if (chosen.some((other) => other !== id && readErasure(other) !== null)) return
        showToast(failures === 0 ? words.erased(chosen.length) : words.notErased(failures))
        onEnd()
      })
  }
  const undo = () => {
    for (const id of ids) undoErasure(id)
  }
  return (
    <>
      <span role="status" className="hidden">
        {undoable > 0 && words.willErase(undoable, undoMs / 1000)}
      </span>
      <button
        type="button"
        className={undoable > 0 ? 'button erase-undo' : 'button'}
        title={undoable > 0 ? words.undoHint : undefined}
        disabled={ids.length === 0}
        onClick={undoable > 0 ? undo : erase}
      >
        {undoable > 0 ? <Undo2Icon size={15} aria-hidden /> : <Trash2Icon size={15} aria-hidden />}
        {undoable > 0 ? words.undo(undoable) : words.eraseAll}
      </button>
    </>
  )
}

/** Erases as it is asked to, but a few at a time. */
const eraseSomeAtOnce = (erase: (id: string) => Promise<void>) => {
  const lanes: Promise<unknown>[] = Array.from({ length: maxErasureRequests }, () => Promise.resolve())
  const never = new AbortController().signal
  let next = 0
  return (id: string): Promise<void> => {
    const lane = next++ % maxErasureRequests
    const done = itemAt(lanes, lane).then(() => patiently(() => erase(id), never))
    lanes[lane] = done.catch(() => {})
    return done
  }
}
