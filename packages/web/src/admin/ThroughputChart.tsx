import type { AdminFigures } from '@polyparse/contract/admin'
import { formatClock } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'

type Hours = AdminFigures['hours']

/** The jobs that ended in each hour of the last day; a table gives the exact figures, also to screen readers. */
export const ThroughputChart = ({ hours }: { readonly hours: Hours }) => {
  const viewMessages = useViewMessages()
  const top = scaleOf(Math.max(...hours.map(({ complete, failed }) => complete + failed)))
  const all = hours.reduce((sum, { complete }) => sum + complete, 0)
  const bad = hours.reduce((sum, { failed }) => sum + failed, 0)
  return (
    <section className="card throughput" aria-labelledby="throughput">
      <header>
        <h2 id="throughput">{viewMessages.admin.lastDay}</h2>
        <p className="small muted">{viewMessages.admin.ended(all, bad)}</p>
        <ul className="throughput-key small" aria-hidden>
          <li>
            <span className="swatch throughput-complete" /> {viewMessages.admin.complete}
          </li>
          <li>
            <span className="swatch throughput-failed" /> {viewMessages.admin.failedJobs}
          </li>
        </ul>
      </header>
      <div className="throughput-plot" aria-hidden>
        <ol className="throughput-scale">
          {[top, top / 2, 0].map((at) => (
            <li key={at}>{at}</li>
          ))}
        </ol>
        <ol className="throughput-bars">
          {hours.map(({ start, complete, failed }, index) => (
            <li key={start} title={viewMessages.admin.hour(formatClock(start), complete, failed)}>
              <span className="throughput-bar">
                <span className="throughput-failed" style={{ height: `${(100 * failed) / top}%` }} />
                <span className="throughput-complete" style={{ height: `${(100 * complete) / top}%` }} />
              </span>
              <span className="throughput-hour">{index % 4 === 3 ? formatClock(start) : ''}</span>
            </li>
          ))}
        </ol>
      </div>
      <details className="small">
        <summary>{viewMessages.admin.asTable}</summary>
        <table className="admin-table">
          <thead>
            <tr>
              <th scope="col">{viewMessages.admin.hourStarting}</th>
              <th scope="col">{viewMessages.admin.completeJobs}</th>
              <th scope="col">{viewMessages.admin.failed}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ start, complete, failed }) => (
              <tr key={start}>
                <th scope="row">{formatClock(start)}</th>
                <td>{complete}</td>
                <td>{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

/** A round, even number that is at least the highest bar. */
const scaleOf = (highest: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return [2, 4, 6, 8, 10, 20].map((times) => times * step).find((each) => each >= highest) ?? highest
}
