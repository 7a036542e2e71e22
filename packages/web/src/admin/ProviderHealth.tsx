import { duration, grouped } from '@polyparse/compare/format'
import type { AdminFigures, QueueFigures } from '@polyparse/contract/admin'
import { formatAgo } from '../design/format.ts'

type Provider = AdminFigures['providers'][number]

/** The health of each provider in the last day, and the runs that wait for it. */
export const ProviderHealth = ({ figures: { providers, queue, now } }: { readonly figures: AdminFigures }) => {
  const enabled = providers.filter((each) => each.enabled)
  const others = providers.filter((each) => !each.enabled)
  return (
    <section className="card admin-section" aria-labelledby="providers">
      <h2 id="providers">Providers</h2>
      <div className="admin-scroll">
        <table className="admin-table cards">
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">Health</th>
              <th scope="col">Waiting</th>
              <th scope="col">Parsed</th>
              <th scope="col">Failed</th>
              <th scope="col">Median time</th>
              <th scope="col">Slowest</th>
              <th scope="col">Last failure</th>
            </tr>
          </thead>
          <tbody>
            {enabled.map((provider) => (
              <Row
                key={provider.id}
                provider={provider}
                waiting={waitingOf(provider.id, queue)}
                now={new Date(now).getTime()}
              />
            ))}
          </tbody>
        </table>
      </div>
      {others.length > 0 && <p className="small muted">Not enabled: {others.map(({ name }) => name).join(', ')}.</p>}
    </section>
  )
}

const waitingOf = (id: string, queue: QueueFigures | null): number | null =>
  queue === null ? null : (queue.waiting[id] ?? 0) + (queue.blocked[id] ?? 0) + (queue.atVendors[id] ?? 0)

/** From this share of failures, over this many runs, the provider is at fault and not the documents. */
const badShare = 0.5
const minRuns = 4

const healthOf = ({ parsed, failed }: Provider) => {
  if (parsed + failed === 0) return { tone: '', word: 'idle' } as const
  if (failed === 0) return { tone: 'good', word: 'healthy' } as const
  return parsed + failed >= minRuns && failed / (parsed + failed) >= badShare
    ? ({ tone: 'bad', word: 'failing' } as const)
    : ({ tone: 'wait', word: 'some failures' } as const)
}

type Props = { readonly provider: Provider; readonly waiting: number | null; readonly now: number }

const Row = ({ provider, waiting, now }: Props) => {
  const { id, name, parsed, failed, medianSeconds, slowestSeconds, lastFailure } = provider
  const { tone, word } = healthOf(provider)
  const seconds = (value: number | null): string => (value === null ? '—' : duration(value * 1000))
  return (
    <tr>
      <th scope="row">
        {name} <code className="muted">{id}</code>
      </th>
      <td data-label="Health">
        <span className={`chip ${tone}`}>{word}</span>
      </td>
      <td data-label="Waiting">{waiting === null ? '—' : grouped(waiting)}</td>
      <td data-label="Parsed">{grouped(parsed)}</td>
      <td data-label="Failed">{grouped(failed)}</td>
      <td data-label="Median time">{seconds(medianSeconds)}</td>
      <td data-label="Slowest">{seconds(slowestSeconds)}</td>
      <td data-label="Last failure">
        {lastFailure === null ? (
          <span className="muted">none</span>
        ) : (
          <>
            <code>{lastFailure.code ?? 'failed'}</code> {formatAgo(lastFailure.at, now)}
          </>
        )}
      </td>
    </tr>
  )
}
