import { UsersIcon } from '../design/icons.tsx'
import { useCallback } from 'react'
import { Busy } from '../design/Busy.tsx'
import { FailedRequest } from '../api/FailedRequest.tsx'
import { formatAgo, formatTime } from '../design/format.ts'
import { useNow } from '../design/useNow.ts'
import { hrefOf } from '../routing/route.ts'
import type { AdminClient } from './admin-client.ts'
import { useAdminRequest } from './useAdminRequest.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** The accounts, with their keys. */
export const Accounts = ({ client, onRefused }: { readonly client: AdminClient; readonly onRefused: () => void }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [accounts, keys] = await Promise.all([client.accounts(signal), client.keys(signal)])
      return accounts.map((account) => ({ ...account, keys: keys.filter((key) => key.account === account.name) }))
    },
    [client],
  )
  const now = useNow()
  const [request, reload] = useAdminRequest(load, onRefused)
  if (request.state === 'pending') return <Busy>{messages.common.loading}</Busy>
  if (request.state === 'failed') return <FailedRequest error={request.error} onRetry={reload} />
  if (request.value.length === 0)
    return (
      <div className="card empty">
        <UsersIcon size={26} strokeWidth={1.5} aria-hidden />
        <strong>{viewMessages.admin.noAccounts}</strong>
        <p className="small">{viewMessages.admin.firstKey}</p>
      </div>
    )
  return (
    <div className="card admin-scroll">
      <table className="admin-table cards">
        <thead>
          <tr>
            <th scope="col">{viewMessages.admin.account}</th>
            <th scope="col">{viewMessages.admin.keys}</th>
            <th scope="col">{viewMessages.admin.lastUsed}</th>
            <th scope="col">{viewMessages.admin.created}</th>
          </tr>
        </thead>
        <tbody>
          {request.value.map(({ id, name, createdAt, keys }) => {
            const lastUsed = keys
              .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
              .toSorted()
              .at(-1)
            return (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td data-label={viewMessages.admin.keys}>
                  <a href={hrefOf(['admin', 'keys'], { account: name })}>{viewMessages.admin.countKeys(keys.length)}</a>
                </td>
                <td data-label={viewMessages.admin.lastUsed}>
                  {lastUsed === undefined ? (
                    <span className="muted">{viewMessages.admin.never}</span>
                  ) : (
                    formatAgo(lastUsed, now)
                  )}
                </td>
                <td data-label={viewMessages.admin.created}>
                  <time dateTime={createdAt}>{formatTime(createdAt)}</time>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
