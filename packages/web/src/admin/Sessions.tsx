import type { AdminSession } from '@polyparse/contract/admin'
import { LogOutIcon } from '../design/icons.tsx'
import { useCallback } from 'react'
import { FailedRequest } from '../api/FailedRequest.tsx'
import { messageOfError } from '../api/message-of.ts'
import { formatAgo, formatTime } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { useNow } from '../design/useNow.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import type { AdminClient } from './admin-client.ts'
import { useAdminRequest } from './useAdminRequest.ts'

type SessionsProps = { readonly client: AdminClient; readonly onRefused: () => void }

/** The browsers that are signed in, each of which can be signed out. */
export const Sessions = ({ client, onRefused }: SessionsProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const [request, reload] = useAdminRequest(
    useCallback((signal: AbortSignal) => client.sessions(signal), [client]),
    onRefused,
  )
  const showToast = useToast()
  const end = async (id: string) => {
    try {
      await client.endSession(id)
    } catch (error) {
      showToast(messageOfError(error))
    }
    reload()
  }
  const now = useNow()
  const words = viewMessages.admin
  if (request.state === 'pending') return null
  if (request.state === 'failed') return <FailedRequest error={request.error} onRetry={reload} />
  return (
    <section className="card admin-section" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      {request.value.length === 0 ? (
        <p className="small muted">{words.noSessions}</p>
      ) : (
        <div className="admin-scroll">
          <table className="admin-table cards">
            <thead>
              <tr>
                <th scope="col">{words.person}</th>
                <th scope="col">{words.account}</th>
                <th scope="col">{words.role}</th>
                <th scope="col">{words.lastUsed}</th>
                <th scope="col">{words.expires}</th>
                <th scope="col">
                  <span className="hidden">{messages.jobs.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {request.value.map((session) => (
                <SessionRow key={session.id} session={session} now={now} onEnd={() => void end(session.id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

type SessionRowProps = { readonly session: AdminSession; readonly now: number; readonly onEnd: () => void }

const SessionRow = ({
  session: { person, account, role, createdAt, lastUsedAt, expiresAt },
  now,
  onEnd,
}: SessionRowProps) => {
  const words = useViewMessages().admin
  const name = person ?? words.byLink
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td data-label={words.account}>{account === null ? '—' : <bdi>{account}</bdi>}</td>
      <td data-label={words.role}>{words.roles[role]}</td>
      <td data-label={words.lastUsed}>{formatAgo(lastUsedAt ?? createdAt, now)}</td>
      <td data-label={words.expires}>
        <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>
      </td>
      <td className="admin-actions">
        <button type="button" className="button danger" onClick={onEnd}>
          <LogOutIcon size={14} aria-hidden />
          {words.endSession}
          <span className="hidden"> {name}</span>
        </button>
      </td>
    </tr>
  )
}
