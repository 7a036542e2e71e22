import { many } from '@polyparse/compare/format'
import { Users } from 'lucide-react'
import { useCallback } from 'react'
import { messageOf } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { formatAgo, formatTime } from '../design/format.ts'
import { useNow } from '../design/useNow.ts'
import { Notice } from '../design/Notice.tsx'
import { hrefOf } from '../routing/route.ts'
import type { AdminClient } from './admin-client.ts'
import { useAdminRequest } from './useAdminRequest.ts'

/** The accounts, with their keys. */
export const Accounts = ({ client, onRefused }: { readonly client: AdminClient; readonly onRefused: () => void }) => {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [accounts, keys] = await Promise.all([client.accounts(signal), client.keys(signal)])
      return accounts.map((account) => ({ ...account, keys: keys.filter((key) => key.account === account.name) }))
    },
    [client],
  )
  const now = useNow()
  const [request, reload] = useAdminRequest(load, onRefused)
  if (request.state === 'pending') return <Busy>Loading …</Busy>
  if (request.state === 'failed')
    return (
      <Notice
        tone="bad"
        title={messageOf(request.error)}
        actions={
          <button type="button" className="button" onClick={reload}>
            Try again
          </button>
        }
      />
    )
  if (request.value.length === 0)
    return (
      <div className="card empty">
        <Users size={26} strokeWidth={1.5} aria-hidden />
        <strong>No accounts yet</strong>
        <p className="small">An account is created with its first key.</p>
      </div>
    )
  return (
    <div className="card admin-scroll">
      <table className="admin-table cards">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Keys</th>
            <th scope="col">Last used</th>
            <th scope="col">Created</th>
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
                <td data-label="Keys">
                  <a href={hrefOf(['admin', 'keys'], { account: name })}>{many(keys.length, 'key')}</a>
                </td>
                <td data-label="Last used">
                  {lastUsed === undefined ? <span className="muted">never</span> : formatAgo(lastUsed, now)}
                </td>
                <td data-label="Created">
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
