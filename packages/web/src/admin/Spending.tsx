import type { AdminSpending } from '@polyparse/contract/admin'
import { useCallback, useState } from 'react'
import { Busy } from '../design/Busy.tsx'
import { FailedRequest } from '../api/FailedRequest.tsx'
import { formatCost, formatNumber } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import type { AdminClient } from './admin-client.ts'
import { useAdminRequest } from './useAdminRequest.ts'

/** Returns the month in UTC, as the service counts: `2026-01`. */
const currentMonth = (): string => new Date().toISOString().slice(0, 7)

/** Shows what accounts have used in a month, by provider, and how near they are to the ceilings. */
export const Spending = ({ client, onRefused }: { readonly client: AdminClient; readonly onRefused: () => void }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const [month, setMonth] = useState(currentMonth)
  const [request, reload] = useAdminRequest(
    useCallback((signal: AbortSignal) => client.spending(month, signal), [client, month]),
    onRefused,
  )
  return (
    <section aria-label={viewMessages.admin.spending} className="admin-view">
      <div className="admin-bar">
        <input
          className="input"
          type="month"
          aria-label={viewMessages.admin.month}
          value={month}
          max={currentMonth()}
          onChange={({ target }) => {
            if (/^\d{4}-\d{2}$/.test(target.value)) setMonth(target.value)
          }}
        />
      </div>
      {request.state === 'pending' && <Busy>{messages.common.loading}</Busy>}
      {request.state === 'failed' && <FailedRequest error={request.error} onRetry={reload} />}
      {request.state === 'loaded' && (
        <>
          <Ceilings spending={request.value} />
          <Usage spending={request.value} />
        </>
      )}
    </section>
  )
}

const Ceilings = ({ spending: { ceilings, today } }: { readonly spending: AdminSpending }) => {
  const viewMessages = useViewMessages()
  const { paidPagesPerDay, paidCostPerJob } = ceilings
  const words = viewMessages.admin
  return (
    <div className="card admin-section">
      <h2>{words.ceilings}</h2>
      <p>
        {paidPagesPerDay === null ? words.noPageCeiling : words.pageCeiling(paidPagesPerDay)}{' '}
        {paidCostPerJob === null ? words.noCostCeiling : words.costCeiling(formatCost(paidCostPerJob))}
      </p>
      {paidPagesPerDay !== null &&
        today.map(({ account, paidPages }) => (
          <label key={account} className="ceiling">
            <span>
              <bdi>{account}</bdi>: {words.pagesToday(paidPages, paidPagesPerDay)}
            </span>
            <meter min={0} max={paidPagesPerDay} high={0.8 * paidPagesPerDay} value={paidPages} />
          </label>
        ))}
    </div>
  )
}

const Usage = ({ spending: { usage } }: { readonly spending: AdminSpending }) => {
  const messages = useMessages()
  const words = useViewMessages().admin
  if (usage.length === 0) return <p className="card empty">{words.nothingUsed}</p>
  return (
    <div className="card admin-scroll">
      <table className="admin-table cards">
        <thead>
          <tr>
            <th scope="col">{words.account}</th>
            <th scope="col">{words.provider}</th>
            <th scope="col">{words.jobs}</th>
            <th scope="col">{messages.jobs.pages}</th>
            <th scope="col">{messages.jobs.cost}</th>
          </tr>
        </thead>
        <tbody>
          {usage.map(({ account, provider, jobs, pages, cost }) => (
            <tr key={`${account} ${provider}`}>
              <th scope="row">
                <bdi>{account}</bdi>
              </th>
              <td data-label={words.provider}>{provider}</td>
              <td data-label={words.jobs}>{formatNumber(jobs)}</td>
              <td data-label={messages.jobs.pages}>{formatNumber(pages)}</td>
              <td data-label={messages.jobs.cost}>{cost === 0 ? '—' : formatCost(cost)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {words.total}
            </th>
            <td data-label={words.jobs}>{formatNumber(sumSpending(usage.map(({ jobs }) => jobs)))}</td>
            <td data-label={messages.jobs.pages}>{formatNumber(sumSpending(usage.map(({ pages }) => pages)))}</td>
            <td data-label={messages.jobs.cost}>{formatCost(sumSpending(usage.map(({ cost }) => cost)))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const sumSpending = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
