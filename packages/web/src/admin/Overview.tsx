import { useEffect, useState } from 'react'
import type { AdminFigures, QueueFigures } from '@polyparse/contract/admin'
import { duration, grouped } from '@polyparse/compare/format'
import { messageOf } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import type { AdminClient } from './admin-client.ts'
import { ProviderHealth } from './ProviderHealth.tsx'
import { ThroughputChart } from './ThroughputChart.tsx'
import { useAdminRequest } from './useAdminRequest.ts'
import './overview.css'

const refreshMs = 10_000

/** The state of the service: the queue, the jobs of the last day, and the health of each provider. */
export const Overview = ({ client, onRefused }: { readonly client: AdminClient; readonly onRefused: () => void }) => {
  const [request, reload] = useAdminRequest(client.figures, onRefused)
  // The last figures stay visible while the service does not answer.
  const [figures, setFigures] = useState<AdminFigures | null>(null)
  useEffect(() => {
    if (request.state === 'loaded') setFigures(request.value)
  }, [request])
  useEffect(() => {
    const timer = setInterval(reload, refreshMs)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <div className="overview">
      {request.state === 'failed' && (
        <Notice tone="bad" title={messageOf(request.error)}>
          Retrying every ten seconds{figures === null ? '' : '; these are the last known figures'}.
        </Notice>
      )}
      {figures === null && request.state !== 'failed' && <Busy>Loading …</Busy>}
      {figures !== null && (
        <>
          <Queue queue={figures.queue} />
          <ThroughputChart hours={figures.hours} />
          <ProviderHealth figures={figures} />
        </>
      )}
    </div>
  )
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0)

const Queue = ({ queue }: { readonly queue: QueueFigures | null }) => {
  if (queue === null) return <Notice tone="wait" title="The queue is being counted." />
  const { queued, running, oldestWaiting, blocked, atVendors, webhooks, deletions } = queue
  const tiles: readonly (readonly [string, string, string])[] = [
    ['Queued jobs', grouped(queued), 'not started yet'],
    ['Running jobs', grouped(running), `${grouped(sum(atVendors))} runs at vendors`],
    ['Longest wait', oldestWaiting === null ? 'none' : duration(oldestWaiting * 1000), 'for a worker'],
    ['Blocked', grouped(sum(blocked)), 'their provider is at its limit'],
    ['Webhooks', grouped(webhooks), 'to send'],
    ['Deletions', grouped(deletions), 'stored files to delete'],
  ]
  return (
    <section aria-labelledby="queue">
      <h2 id="queue" className="hidden">
        Now
      </h2>
      <dl className="tiles">
        {tiles.map(([name, value, note]) => (
          <div key={name} className="card tile">
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong> <span className="muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
