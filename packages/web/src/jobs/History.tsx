import { ChevronLeftIcon, ChevronRightIcon, InboxIcon } from '../design/icons.tsx'
import { useCallback, useMemo, useState } from 'react'
import { ErrorText } from '../api/ErrorText.tsx'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useNow } from '../design/useNow.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { isFiltered, readFilter, toJobFilter, writeFilter, type HistoryFilter } from '../job-data/history-filter.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { HistoryRow } from './HistoryRow.tsx'
import { useRemembered } from '../job-data/remembered.ts'
import { useJobList } from '../job-data/useJobList.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import '../job-parts/job-table.css'

const historyPageSize = 25

/** All jobs of the account, also those that other programs have created. The filters are part of the address. */
export const History = () => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { query } = useRoute()
  const filter = useMemo(() => readFilter(query), [query])
  const change = useCallback((next: HistoryFilter) => go(hrefOf(['jobs'], writeFilter(next)), { replace: true }), [])
  return (
    <main id="main" className="page history">
      <AccountButton />
      <h1>{messages.jobs.title}</h1>
      <HistoryFilters filter={filter} onChange={change} />
      {filter.label !== null && (
        <p>
          <a href={hrefOf(['bench'], { folder: 1, label: writeFilter(filter)['label'] })}>
            {viewMessages.decision.bench.ofThese}
          </a>
        </p>
      )}
      <HistoryList key={JSON.stringify(writeFilter(filter))} filter={filter} onChange={change} />
    </main>
  )
}

type HistoryProps = { readonly filter: HistoryFilter; readonly onChange: (filter: HistoryFilter) => void }

const HistoryList = ({ filter, onChange }: HistoryProps) => {
  const messages = useMessages()
  const [since] = useState(() => Date.now())
  /** The cursors of the pages up to the one that is shown; the first page has none. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1) ?? null
  const query = useMemo(
    () => ({ filter: toJobFilter(filter, since), cursor, limit: historyPageSize }),
    [filter, since, cursor],
  )
  const { jobs, nextCursor, error, refresh } = useJobList(query)
  const remembered = useRemembered()
  const now = useNow()
  useSignOutOn(error)
  const before = cursors.length * historyPageSize

  return (
    <>
      {error !== null && (
        <Notice tone="wait" title={<ErrorText error={error} />}>
          {messages.common.retrying}
        </Notice>
      )}
      <div className="card history-card">
        {jobs === null && error === null && <Busy>{messages.common.loading}</Busy>}
        {jobs?.length === 0 && <NoJobs isFiltered={isFiltered(filter)} />}
        {jobs !== null && jobs.length > 0 && (
          <table className="history-table">
            <caption className="hidden">{messages.jobs.newestFirst}</caption>
            <thead>
              <tr>
                <th scope="col">{messages.jobs.document}</th>
                <th scope="col">{messages.jobs.status}</th>
                <th scope="col">{messages.jobs.provider}</th>
                <th scope="col" className="number">
                  {messages.jobs.pages}
                </th>
                <th scope="col" className="number">
                  {messages.jobs.cost}
                </th>
                <th scope="col" className="number">
                  {messages.jobs.took}
                </th>
                <th scope="col">{messages.jobs.created}</th>
                <th scope="col">
                  <span className="hidden">{messages.jobs.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <HistoryRow
                  key={job.id}
                  job={job}
                  remembered={remembered[job.id]}
                  now={now}
                  onLabel={(label) => onChange({ ...filter, label })}
                  onChanged={refresh}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {(cursors.length > 0 || nextCursor !== null) && (
        <nav className="history-pages" aria-label={messages.jobs.pagesOfList}>
          <button
            type="button"
            className="button"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            <ChevronLeftIcon size={15} aria-hidden /> {messages.jobs.newer}
          </button>
          <span className="small muted" role="status">
            {jobs !== null && jobs.length > 0 && messages.jobs.range(before + 1, before + jobs.length)}
          </span>
          <button
            type="button"
            className="button"
            disabled={nextCursor === null}
            onClick={() => nextCursor !== null && setCursors([...cursors, nextCursor])}
          >
            {messages.jobs.older} <ChevronRightIcon size={15} aria-hidden />
          </button>
        </nav>
      )}
    </>
  )
}

const NoJobs = ({ isFiltered: filtered }: { readonly isFiltered: boolean }) => {
  const messages = useMessages()
  return (
    <div className="empty">
      <InboxIcon size={26} strokeWidth={1.5} aria-hidden />
      <strong>{filtered ? messages.jobs.noMatch : messages.jobs.none}</strong>
      {!filtered && <p className="small">{messages.jobs.appearHere}</p>}
    </div>
  )
}
