import { useEffect, useState } from 'react'
import type { AdminFigures, QueueFigures } from '@polyparse/contract/admin'
import { ErrorText } from '../api/ErrorText.tsx'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import type { AdminClient } from './admin-client.ts'
import { ProviderHealth } from './ProviderHealth.tsx'
import { ThroughputChart } from './ThroughputChart.tsx'
import { useAdminRequest } from './useAdminRequest.ts'
import { formatDuration, formatNumber } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import './overview.css'

const refreshMs = 10_000

/** The state of the service: the queue, the jobs of the last day, and the health of each provider. */
export const Overview = ({ client, onRefused }: { readonly client: AdminClient; readonly onRefused: () => void }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
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
        <Notice tone="bad" title={<ErrorText error={request.error} />}>
          {figures === null ? viewMessages.admin.retrying : viewMessages.admin.retryingWithFigures}
        </Notice>
      )}
      {figures === null && request.state !== 'failed' && <Busy>{messages.common.loading}</Busy>}
      {figures !== null && (
        <>
          <Queue queue={figures.queue} />
          <ThroughputChart hours={figures.hours} />
          <ProviderHealth figures={figures} client={client} />
        </>
      )}
    </div>
  )
}

const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0)

const Queue = ({ queue }: { readonly queue: QueueFigures | null }) => {
  const viewMessages = useViewMessages()
  if (queue === null) return <Notice tone="wait" title={viewMessages.admin.queueIsCounted} />
  const { queued, running, oldestWaiting, blocked, atVendors, webhooks, deletions } = queue
  const names = viewMessages.admin.queue
  const tiles: readonly (readonly [string, string, string])[] = [
    [names.queued, formatNumber(queued), names.queuedNote],
    [names.running, formatNumber(running), names.runningNote(sumCounts(atVendors))],
    [names.wait, oldestWaiting === null ? names.noWait : formatDuration(oldestWaiting * 1000), names.waitNote],
    [names.blocked, formatNumber(sumCounts(blocked)), names.blockedNote],
    [names.webhooks, formatNumber(webhooks), names.webhooksNote],
    [names.deletions, formatNumber(deletions), names.deletionsNote],
  ]
  return (
    <section aria-labelledby="queue">
      <h2 id="queue" className="hidden">
        {viewMessages.admin.now}
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
