import { formatBytes, formatNumber } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { useSession } from '../session/session.tsx'
import { maxDocuments } from './refusals.ts'
import type { TakenUploads } from './take-files.ts'
import { useServiceFigures } from './useChecked.ts'

/** Unreadable paths that are named. */
const maxNamedUnreadablePaths = 3

/** The limits of what can be dropped, and what was left out of the last drop. */
export const IntakeNote = ({ taken }: { readonly taken: TakenUploads | null }) => {
  const messages = useMessages()
  const { client } = useSession()
  const { maxBytes } = useServiceFigures(client)
  const words = messages.batches
  const unreadable = taken?.unreadable ?? []
  return (
    <>
      <p className="small muted">
        {words.limits(formatNumber(maxDocuments), maxBytes === null ? null : formatBytes(maxBytes))}
      </p>
      <p className="small" role="status">
        {taken !== null && taken.hidden > 0 && words.hidden(taken.hidden)}{' '}
        {unreadable.length > 0 &&
          words.unreadable(
            `${unreadable.slice(0, maxNamedUnreadablePaths).join(', ')}${unreadable.length > maxNamedUnreadablePaths ? ' …' : ''}`,
          )}
      </p>
    </>
  )
}
