import type { AdminKey } from '@polyparse/contract/admin'
import { Ban, Check, RefreshCw } from 'lucide-react'
import { formatAgo, formatNumber, formatTime } from '../design/format.ts'

type Props = {
  readonly apiKey: AdminKey
  readonly now: number
  readonly onRotate: () => void
  readonly onToggle: () => void
}

export const KeyRow = ({ apiKey, now, onRotate, onToggle }: Props) => {
  const { name, account, prefix, createdAt, expiresAt, disabledAt, lastUsedAt } = apiKey
  const state = stateOf(apiKey, now)
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td data-label="Account">
        <bdi>{account}</bdi>
      </td>
      <td data-label="Prefix">
        <code>{prefix}…</code>
      </td>
      <td data-label="State">
        <span className={`chip ${state.tone}`}>{state.word}</span>
      </td>
      <td className="key-restrictions" data-label="May">
        {restrictionsOf(apiKey)}
      </td>
      <td data-label="Last used">
        {lastUsedAt === null ? <span className="muted">never</span> : <Time at={lastUsedAt} now={now} />}
      </td>
      <td data-label="Created">
        <Time at={createdAt} now={now} />
      </td>
      <td data-label="Expires">{expiresAt === null ? <span className="muted">never</span> : formatTime(expiresAt)}</td>
      <td className="admin-actions">
        <button type="button" className="button" disabled={state.word !== 'valid'} onClick={onRotate}>
          <RefreshCw size={14} aria-hidden />
          Rotate<span className="hidden"> {name}</span>
        </button>
        <button type="button" className={disabledAt === null ? 'button danger' : 'button'} onClick={onToggle}>
          {disabledAt === null ? <Ban size={14} aria-hidden /> : <Check size={14} aria-hidden />}
          {disabledAt === null ? 'Disable' : 'Enable'}
          <span className="hidden"> {name}</span>
        </button>
      </td>
    </tr>
  )
}

const restrictionsOf = ({ scopes, requestsPerMinute, pagesPerDay }: AdminKey): string =>
  [
    scopes?.join(', ') ?? 'everything',
    ...(requestsPerMinute === null ? [] : [`${formatNumber(requestsPerMinute)} requests a minute`]),
    ...(pagesPerDay === null ? [] : [`${formatNumber(pagesPerDay)} pages a day`]),
  ].join('; ')

const Time = ({ at, now }: { readonly at: string; readonly now: number }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatAgo(at, now)}
  </time>
)

const stateOf = ({ disabledAt, expiresAt }: AdminKey, now: number) => {
  if (disabledAt !== null) return { tone: 'bad', word: 'disabled' } as const
  return expiresAt !== null && new Date(expiresAt).getTime() <= now
    ? ({ tone: '', word: 'expired' } as const)
    : ({ tone: 'good', word: 'valid' } as const)
}
