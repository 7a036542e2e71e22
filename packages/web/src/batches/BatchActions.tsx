import { ChartScatterIcon, RefreshCwIcon, TableIcon, XIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { forEachPatiently } from '../api/patiently.ts'
import { useToast } from '../design/toast.tsx'
import { DownloadButton } from '../archive/DownloadButton.tsx'
import { isExtractionLabelled } from '../job-data/batch-labels.ts'
import { forgetJob, useRemembered } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { EraseAllButton } from './EraseAllButton.tsx'
import { archivedOf } from './archived.ts'
import { isRetryable, isUnfinishedRow, type DocumentRow } from './rows.ts'
import { sendAgain, sendAll, stopUploads } from './uploads.ts'

type BatchActionsProps = {
  readonly id: string
  readonly rows: readonly DocumentRow[]
  /** The name of the file that is downloaded. */
  readonly name: string
  readonly onChanged: () => void
}

/** Shows what can be done with all documents of a batch. */
export const BatchActions = ({ id, rows, name, onChanged }: BatchActionsProps) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const remembered = useRemembered()
  const [isBusy, setBusy] = useState(false)
  const words = messages.batches
  const [failed, unfinished] = [rows.filter(isRetryable), rows.filter(isUnfinishedRow)]
  const never = new AbortController().signal

  const busily = (work: () => Promise<void>) => async () => {
    setBusy(true)
    await work()
    setBusy(false)
    onChanged()
  }

  const retry = busily(async () => {
    sendAgain(
      client,
      failed.flatMap(({ upload }) => (upload === null ? [] : [upload.id])),
    )
    const jobs = failed.flatMap(({ job }) => (job === null ? [] : [job]))
    // The service keeps no upload, but this page may: such a document is sent again as a new job in place of the old one.
    const again = jobs.flatMap((job) => {
      const { file, parameters } = remembered[job.id] ?? {}
      if (file === undefined || parameters === undefined) return []
      const path = job.metadata?.['path']
      return [{ id: job.id, source: { file, ...(path !== undefined && { path }) }, parameters }]
    })
    sendAll(client, id, again)
    const sent = new Set(again.map((each) => each.id))
    await forEachPatiently([...sent], (each) => client.eraseJob(each), never)
    for (const each of sent) forgetJob(each)
    const refused = await forEachPatiently(
      jobs.filter((job) => !sent.has(job.id)),
      (job) => client.retryJob(job.id),
      never,
    )
    showToast(refused.length === 0 ? words.retried(failed.length) : words.notRetried(refused.length))
  })

  const cancel = busily(async () => {
    stopUploads(id)
    await forEachPatiently(
      unfinished.flatMap(({ job }) => (job === null ? [] : [job.id])),
      (each) => client.cancelJob(each),
      never,
    )
    showToast(messages.jobs.cancelled)
  })

  return (
    <div className="batch-actions">
      {unfinished.length > 0 && (
        <button type="button" className="button" disabled={isBusy} onClick={() => void cancel()}>
          <XIcon size={15} aria-hidden />
          {words.cancelRest(unfinished.length)}
        </button>
      )}
      {failed.length > 0 && (
        <button type="button" className="button" disabled={isBusy} onClick={() => void retry()}>
          <RefreshCwIcon size={15} aria-hidden />
          {words.retryFailed(failed.length)}
        </button>
      )}
      {rows.some(({ job }) => job?.operation === 'compare' && job.status === 'complete') && (
        <a className="button" href={hrefOf(['bench'], { batch: id })}>
          <ChartScatterIcon size={15} aria-hidden />
          {words.compareProviders}
        </a>
      )}
      {rows.some(({ job }) => job !== null && isExtractionLabelled(job)) && (
        <a className="button" href={hrefOf(['batches', id, 'values'])}>
          <TableIcon size={15} aria-hidden />
          {words.values}
        </a>
      )}
      <EraseAllButton
        ids={rows.flatMap(({ job }) => (job === null ? [] : [job.id]))}
        onErase={() => stopUploads(id)}
        onEnd={onChanged}
      />
      <DownloadButton name={name} documents={archivedOf(rows)} />
    </div>
  )
}
