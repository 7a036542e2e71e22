import type { AdminFigures, QueueFigures } from '@polyparse/contract/admin'
import { formatAgo, formatDuration, formatNumber } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'
import type { AdminClient } from './admin-client.ts'
import { CheckVendors } from './CheckVendors.tsx'

type Provider = AdminFigures['providers'][number]

/** The health of each provider in the last day, and the runs that wait for it. */
export const ProviderHealth = ({
  figures: { providers, queue, now },
  client,
}: {
  readonly figures: AdminFigures
  readonly client: AdminClient
}) => {
  const viewMessages = useViewMessages()
  const enabled = providers.filter((each) => each.enabled)
  const others = providers.filter((each) => !each.enabled)
  return (
    <section className="card admin-section" aria-labelledby="providers">
      <h2 id="providers">{viewMessages.admin.providers}</h2>
      <div className="admin-scroll">
        <table className="admin-table cards">
          <thead>
            <tr>
              <th scope="col">{viewMessages.admin.provider}</th>
              <th scope="col">{viewMessages.admin.health}</th>
              <th scope="col">{viewMessages.admin.waiting}</th>
              <th scope="col">{viewMessages.admin.parsed}</th>
              <th scope="col">{viewMessages.admin.failed}</th>
              <th scope="col">{viewMessages.admin.medianTime}</th>
              <th scope="col">{viewMessages.admin.slowest}</th>
              <th scope="col">{viewMessages.admin.lastFailure}</th>
            </tr>
          </thead>
          <tbody>
            {enabled.map((provider) => (
              <ProviderHealthRow
                key={provider.id}
                provider={provider}
                waiting={waitingOf(provider.id, queue)}
                now={new Date(now).getTime()}
              />
            ))}
          </tbody>
        </table>
      </div>
      <CheckVendors client={client} />
      {others.length > 0 && (
        <p className="small muted">{viewMessages.admin.notEnabled(others.map(({ name }) => name).join(', '))}</p>
      )}
    </section>
  )
}

const waitingOf = (id: string, queue: QueueFigures | null): number | null =>
  queue === null ? null : (queue.waiting[id] ?? 0) + (queue.blocked[id] ?? 0) + (queue.atVendors[id] ?? 0)

/** The provider is at fault, and not the documents, from this share of failures on, over this many runs. */
const badShare = 0.5
const minRuns = 4

const healthOf = ({ parsed, failed }: Provider) => {
  if (parsed + failed === 0) return { tone: '', name: 'idle' } as const
  if (failed === 0) return { tone: 'good', name: 'healthy' } as const
  return parsed + failed >= minRuns && failed / (parsed + failed) >= badShare
    ? ({ tone: 'bad', name: 'failing' } as const)
    : ({ tone: 'wait', name: 'someFailures' } as const)
}

type ProviderHealthProps = { readonly provider: Provider; readonly waiting: number | null; readonly now: number }

const ProviderHealthRow = ({ provider, waiting, now }: ProviderHealthProps) => {
  const viewMessages = useViewMessages()
  const { id, name, parsed, failed, medianSeconds, slowestSeconds, lastFailure } = provider
  const health = healthOf(provider)
  const seconds = (value: number | null): string => (value === null ? '—' : formatDuration(value * 1000))
  return (
    <tr>
      <th scope="row">
        {name} <code className="muted">{id}</code>
      </th>
      <td data-label={viewMessages.admin.health}>
        <span className={`chip ${health.tone}`}>{viewMessages.admin.healths[health.name]}</span>
      </td>
      <td data-label={viewMessages.admin.waiting}>{waiting === null ? '—' : formatNumber(waiting)}</td>
      <td data-label={viewMessages.admin.parsed}>{formatNumber(parsed)}</td>
      <td data-label={viewMessages.admin.failed}>{formatNumber(failed)}</td>
      <td data-label={viewMessages.admin.medianTime}>{seconds(medianSeconds)}</td>
      <td data-label={viewMessages.admin.slowest}>{seconds(slowestSeconds)}</td>
      <td data-label={viewMessages.admin.lastFailure}>
        {lastFailure === null ? (
          <span className="muted">{viewMessages.admin.noFailure}</span>
        ) : (
          <>
            <code>{lastFailure.code ?? 'failed'}</code> {formatAgo(lastFailure.at, now)}
          </>
        )}
      </td>
    </tr>
  )
}
