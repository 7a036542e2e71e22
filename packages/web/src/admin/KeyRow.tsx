import type { AdminKey } from '@polyparse/contract/admin'
import { BanIcon, CheckIcon, RefreshCwIcon } from '../design/icons.tsx'
import { formatAgo, formatTime } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'

type KeyRowProps = {
  readonly apiKey: AdminKey
  readonly now: number
  readonly onRotate: () => void
  readonly onToggle: () => void
}

export const KeyRow = ({ apiKey, now, onRotate, onToggle }: KeyRowProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { name, account, prefix, createdAt, expiresAt, disabledAt, lastUsedAt } = apiKey
  const state = stateOfAdminKey(apiKey, now)
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td data-label={viewMessages.admin.account}>
        <bdi>{account}</bdi>
      </td>
      <td data-label={viewMessages.admin.prefix}>
        <code>{prefix}…</code>
      </td>
      <td data-label={viewMessages.admin.state}>
        <span className={`chip ${state.tone}`}>{viewMessages.admin.states[state.name]}</span>
      </td>
      <td className="key-restrictions" data-label={viewMessages.admin.may}>
        {restrictionsOf(apiKey)}
      </td>
      <td data-label={viewMessages.admin.lastUsed}>
        {lastUsedAt === null ? (
          <span className="muted">{viewMessages.admin.never}</span>
        ) : (
          <Time at={lastUsedAt} now={now} />
        )}
      </td>
      <td data-label={viewMessages.admin.created}>
        <Time at={createdAt} now={now} />
      </td>
      <td data-label={viewMessages.admin.expires}>
        {expiresAt === null ? <span className="muted">{viewMessages.admin.never}</span> : formatTime(expiresAt)}
      </td>
      <td className="admin-actions">
        <button type="button" className="button" disabled={state.name !== 'valid'} onClick={onRotate}>
          <RefreshCwIcon size={14} aria-hidden />
          {viewMessages.admin.rotate}
          <span className="hidden">{messages.common.copyOf(name)}</span>
        </button>
        <button type="button" className={disabledAt === null ? 'button danger' : 'button'} onClick={onToggle}>
          {disabledAt === null ? <BanIcon size={14} aria-hidden /> : <CheckIcon size={14} aria-hidden />}
          {disabledAt === null ? viewMessages.admin.disable : viewMessages.admin.enable}
          <span className="hidden">{messages.common.copyOf(name)}</span>
        </button>
      </td>
    </tr>
  )
}

const restrictionsOf = ({ scopes, requestsPerMinute, pagesPerDay }: AdminKey): string => {
  const viewMessages = readViewMessages()
  return [
    scopes?.join(', ') ?? viewMessages.admin.everything,
    ...(requestsPerMinute === null ? [] : [viewMessages.admin.countRequestsPerMinute(requestsPerMinute)]),
    ...(pagesPerDay === null ? [] : [viewMessages.admin.countPagesPerDay(pagesPerDay)]),
  ].join('; ')
}

const Time = ({ at, now }: { readonly at: string; readonly now: number }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatAgo(at, now)}
  </time>
)

const stateOfAdminKey = ({ disabledAt, expiresAt }: AdminKey, now: number) => {
  if (disabledAt !== null) return { tone: 'bad', name: 'disabled' } as const
  return expiresAt !== null && new Date(expiresAt).getTime() <= now
    ? ({ tone: '', name: 'expired' } as const)
    : ({ tone: 'good', name: 'valid' } as const)
}
