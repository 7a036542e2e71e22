import { ChevronLeftIcon, ChevronRightIcon, FilesIcon } from '../design/icons.tsx'
import { useMemo, useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useRemembered } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchSums } from './BatchSums.tsx'
import { BatchTable } from './BatchTable.tsx'
import { commonFolder } from '../job-data/batch-labels.ts'
import { SortChoice } from './SortChoice.tsx'
import { batchRows, sortRows, sumsOf, type Sorting } from './rows.ts'
import { useUploads } from './uploads.ts'
import { useBatch } from './useBatch.ts'
import '../job-parts/job-table.css'
import './batch.css'

const batchPageSize = 50

/** The documents that were sent together: what became of each, the doubtful ones first. */
export const BatchView = ({ id }: { readonly id: string }) => {
  const messages = useMessages()
  const { list, pausedBy } = useUploads()
  const uploads = useMemo(() => list.filter(({ batch }) => batch === id), [list, id])
  const { jobs, error, refresh } = useBatch(id, uploads.length > 0)
  const remembered = useRemembered()
  const [sorting, setSorting] = useState<Sorting>({ by: 'look', isDescending: false })
  const [start, setStart] = useState(0)
  useSignOutOn(error)

  const rows = useMemo(
    () => sortRows(batchRows(jobs ?? [], uploads, remembered), sorting),
    [jobs, uploads, remembered, sorting],
  )
  const sums = useMemo(() => sumsOf(rows), [rows])
  const first = Math.min(start, Math.max(0, Math.ceil(rows.length / batchPageSize) - 1) * batchPageSize)
  const shown = rows.slice(first, first + batchPageSize)
  const folder = commonFolder(rows.map(({ path }) => path))
  const words = messages.batches

  return (
    <main id="main" className="page batch">
      <AccountButton />
      <header className="batch-head">
        <h1>
          <bdi>{folder ?? (rows.length === 0 ? words.batch : messages.workbench.countDocuments(rows.length))}</bdi>
        </h1>
        {rows.length > 0 && <BatchActions id={id} rows={rows} name={folder ?? words.batch} onChanged={refresh} />}
      </header>
      {pausedBy !== null && uploads.length > 0 && (
        <Notice tone="wait" title={messageOfError(pausedBy)}>
          {words.waiting(uploads.length)}
        </Notice>
      )}
      {error !== null && pausedBy === null && (
        <Notice tone="wait" title={messageOfError(error)}>
          {messages.common.retrying}
        </Notice>
      )}
      {rows.length > 0 && <BatchSums sums={sums} rows={rows} />}
      {rows.length > 1 && <SortChoice sorting={sorting} onSort={setSorting} />}
      <div className="card history-card">
        {rows.length > 0 ? (
          <BatchTable rows={shown} sums={sums} sorting={sorting} onSort={setSorting} onChanged={refresh} />
        ) : jobs === null ? (
          error === null && <Busy>{messages.common.loading}</Busy>
        ) : (
          <div className="empty">
            <FilesIcon size={26} strokeWidth={1.5} aria-hidden />
            <strong>{words.none}</strong>
            <p className="small">{words.noneWhy}</p>
          </div>
        )}
      </div>
      {rows.length > batchPageSize && (
        <nav className="history-pages" aria-label={messages.jobs.pagesOfList}>
          <button
            type="button"
            className="button"
            disabled={first === 0}
            onClick={() => setStart(first - batchPageSize)}
          >
            <ChevronLeftIcon size={15} aria-hidden /> {words.previous}
          </button>
          <span className="small muted" role="status">
            {words.range(first + 1, first + shown.length, rows.length)}
          </span>
          <button
            type="button"
            className="button"
            disabled={first + batchPageSize >= rows.length}
            onClick={() => setStart(first + batchPageSize)}
          >
            {words.next} <ChevronRightIcon size={15} aria-hidden />
          </button>
        </nav>
      )}
    </main>
  )
}
