import { useEffect, useMemo, useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { useBatch } from '../batches/useBatch.ts'
import { download } from '../browser/download.ts'
import { Busy } from '../design/Busy.tsx'
import { formatNumber } from '../design/format.ts'
import { ArrowLeftIcon, DownloadIcon } from '../design/icons.tsx'
import { Notice } from '../design/Notice.tsx'
import { nameOfJob } from '../job-data/name-of-job.ts'
import { useRemembered } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { toCsv } from '../result/csv.ts'
import { shadeOf } from '../result/doubts.ts'
import { MoreRows, rowsAtOnce } from '../result/MoreRows.tsx'
import { hrefOf } from '../routing/route.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { useSession } from '../session/session.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import {
  gridOfDocuments,
  gridOfTable,
  namesOfValues,
  readBatchValues,
  type BatchOfValues,
  type NamedDocumentValues,
} from './batch-values.ts'
import '../result/extraction.css'
import './batch-values.css'

type BatchReadingState =
  | { readonly kind: 'reading'; readonly read: number }
  | { readonly kind: 'read'; readonly values: BatchOfValues }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The extracted values of a batch as one table with a row a document: those with most to check first. */
export const BatchValues = ({ id }: { readonly id: string }) => {
  const messages = useMessages()
  const { extraction: words } = useViewMessages()
  const { client } = useSession()
  const { jobs, error } = useBatch(id, false)
  const remembered = useRemembered()
  const [state, setState] = useState<BatchReadingState>({ kind: 'reading', read: 0 })
  const complete = useMemo(
    () => (jobs ?? []).filter(({ status, operation }) => status === 'complete' && operation === 'parse'),
    [jobs],
  )
  // The list is refreshed; the values are read again only when another document is complete.
  const ids = jobs === null ? null : complete.map((job) => job.id).join(' ')
  useEffect(() => {
    if (ids === null) return
    const abort = new AbortController()
    readBatchValues(client, complete, { signal: abort.signal, onRead: (read) => setState({ kind: 'reading', read }) })
      .then((values) => setState({ kind: 'read', values }))
      .catch((failure: unknown) => {
        if (!abort.signal.aborted) setState({ kind: 'failed', error: failure })
      })
    return () => abort.abort()
  }, [client, ids])
  const failure = state.kind === 'failed' ? state.error : error
  useSignOutOn(failure)

  const documents = useMemo(
    () =>
      state.kind !== 'read'
        ? []
        : state.values.documents
            .map((document) => ({ ...document, name: nameOfJob(document.job, remembered[document.job.id]) }))
            .toSorted((one, other) => other.toCheck - one.toCheck),
    [state, remembered],
  )
  return (
    <main id="main" className="page batch-values">
      <AccountButton />
      <header className="batch-values-head">
        <a
          className="button quiet icon"
          href={hrefOf(['batches', id])}
          aria-label={words.backToBatch}
          title={words.backToBatch}
        >
          <ArrowLeftIcon size={16} aria-hidden />
        </a>
        <h1>{words.batchTitle}</h1>
        {documents.length > 0 && <SaveBatchValues documents={documents} />}
      </header>
      {failure !== null && <Notice tone="bad" title={messageOfError(failure)} />}
      {state.kind === 'reading' && failure === null && (
        <Busy>{jobs === null ? messages.common.loading : words.readingValues(state.read, complete.length)}</Busy>
      )}
      {state.kind === 'read' && state.values.leftOut > 0 && (
        <Notice tone="wait" title={words.leftOut(state.values.leftOut)} />
      )}
      {state.kind === 'read' &&
        (documents.some(({ parts }) => parts !== null) ? (
          <DocumentsOfValues documents={documents} />
        ) : (
          <p className="muted">{words.noneInBatch}</p>
        ))}
    </main>
  )
}

type Documents = { readonly documents: readonly NamedDocumentValues[] }

const SaveBatchValues = ({ documents }: Documents) => {
  const { extraction: words } = useViewMessages()
  const saveCsv = () => download('values.csv', toCsv(gridOfDocuments(documents, words)), 'text/csv')
  const saveSheets = async () => {
    const { workbookOf } = await import('../result/workbook.ts')
    const tables = namesOfValues(documents).tables.map((table) => ({
      id: table,
      rows: gridOfTable(documents, table, words.document),
    }))
    const sheets = [{ id: words.values, rows: gridOfDocuments(documents, words) }, ...tables]
    download('values.xlsx', await workbookOf(sheets), '')
  }
  return (
    <span className="listed-actions">
      <button type="button" className="button" onClick={saveCsv}>
        <DownloadIcon size={14} aria-hidden /> CSV
      </button>
      <button type="button" className="button" onClick={() => void saveSheets()}>
        <DownloadIcon size={14} aria-hidden /> XLSX
      </button>
    </span>
  )
}

const DocumentsOfValues = ({ documents }: Documents) => {
  const { extraction: words } = useViewMessages()
  const [shown, setShown] = useState(rowsAtOnce)
  const { single, tables } = useMemo(() => namesOfValues(documents), [documents])
  return (
    <div className="card">
      <div className="batch-values-scroll" role="region" aria-label={words.batchTitle} tabIndex={0}>
        <table className="extracted">
          <thead>
            <tr>
              <th scope="col">{words.document}</th>
              <th scope="col">{words.toCheck}</th>
              {[...single, ...tables].map((name) => (
                <th key={name} scope="col" dir="auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {documents.slice(0, shown).map(({ job, name, parts, toCheck }) => (
              <tr key={job.id}>
                <th scope="row">
                  <a href={hrefOf(['jobs', job.id], { tab: 'extraction' })} dir="auto">
                    {name}
                  </a>
                </th>
                <td>{parts === null ? <span className="muted">{words.noValues}</span> : formatNumber(toCheck)}</td>
                {single.map((field) => {
                  const value = parts?.single.find((each) => each.name === field)
                  return (
                    <td key={field} dir="auto">
                      {value !== undefined && value.text !== '' && (
                        <span className={`value ${shadeOf(value.confidence)}`}>{value.text}</span>
                      )}
                    </td>
                  )
                })}
                {tables.map((table) => {
                  const rows = parts?.tables.find((each) => each.name === table)?.rows
                  return <td key={table}>{rows !== undefined && words.rows(rows.length)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreRows rest={documents.length - shown} onMore={() => setShown(shown + rowsAtOnce)} />
    </div>
  )
}
