import { Columns2Icon, FileTextIcon, XIcon } from '../design/icons.tsx'
import { messageOfError } from '../api/message-of.ts'
import { formatBytes, formatCost, formatDuration, formatNumber, formatShare } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { EraseButton } from '../job-parts/EraseButton.tsx'
import { JobProgress } from '../job-parts/JobProgress.tsx'
import { StatusChip } from '../job-parts/StatusChip.tsx'
import { useErasure } from '../job-data/useErasure.ts'
import { useMessages } from '../language/messages.ts'
import { hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { type DocumentRow, tookOf, typeOfRow } from './rows.ts'
import { stopUpload } from './uploads.ts'

type BatchRowProps = { readonly row: DocumentRow; readonly onChanged: () => void }

export const BatchRow = ({ row, onChanged }: BatchRowProps) => {
  const messages = useMessages()
  const { id, name, path, job, upload } = row
  const words = messages.batches
  const took = tookOf(row)
  const erasure = useErasure(id)
  const Icon = (job?.operation ?? upload?.parameters.operation) === 'compare' ? Columns2Icon : FileTextIcon
  const folder = path?.split('/').slice(0, -1).join('/') ?? ''
  const { warningCount = 0, cost = 0, pageCount } = job ?? {}
  return (
    <tr className={erasure === null ? undefined : 'is-erased'}>
      <th scope="row" className="job-cell-name">
        <Icon size={16} aria-hidden />
        {job === null ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={hrefOf(['jobs', id])} title={path ?? undefined}>
            <bdi>{name}</bdi>
          </a>
        )}
        {folder !== '' && (
          <span className="small muted">
            <bdi>{folder}</bdi>
          </span>
        )}
      </th>
      <td className="batch-type">
        {typeOfRow(row)}
        {job?.source.sizeBytes !== undefined && (
          <span className="small muted"> {formatBytes(job.source.sizeBytes)}</span>
        )}
      </td>
      <td className="job-cell-status">
        <Status row={row} />
      </td>
      <Figure label={words.columns.pages}>{pageCount === undefined ? null : formatNumber(pageCount)}</Figure>
      <td className="batch-look">
        <DocumentConfidence row={row} />
      </td>
      <Figure label={words.columns.warnings}>
        {warningCount === 0 ? null : job?.operation === 'parse' ? (
          <a href={hrefOf(['jobs', id], { tab: 'warnings' })} aria-label={words.warningsOf(warningCount, name)}>
            {formatNumber(warningCount)}
          </a>
        ) : (
          formatNumber(warningCount)
        )}
      </Figure>
      <Figure label={words.columns.took}>{took === null ? null : formatDuration(took)}</Figure>
      <Figure label={words.columns.cost}>{cost === 0 ? null : formatCost(cost)}</Figure>
      <td className="job-actions-cell">
        {job === null || job.status === 'queued' || job.status === 'running' ? (
          <StopButton row={row} onChanged={onChanged} />
        ) : (
          <EraseButton id={id} name={name} onEnd={onChanged} />
        )}
      </td>
    </tr>
  )
}

/** A number with a name of its own where the head of the table is not shown. */
const Figure = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <td className={children === null ? 'number none' : 'number'} data-label={label}>
    {children ?? '–'}
  </td>
)

const Status = ({ row: { name, job, upload } }: { readonly row: DocumentRow }) => {
  const messages = useMessages()
  const words = messages.batches
  if (job !== null)
    return (
      <>
        <StatusChip status={job.status} />
        {job.status === 'running' && <JobProgress job={job} name={name} />}
        {job.errorCode !== undefined && job.errorCode !== 'cancelled' && (
          <span className="small muted">{job.errorCode.replaceAll('_', ' ')}</span>
        )}
      </>
    )
  if (upload?.state === 'failed')
    return (
      <>
        <span className="chip bad">{words.notSent}</span>
        <span className="small muted">{messageOfError(upload.error)}</span>
      </>
    )
  if (upload?.state !== 'sending') return <span className="chip">{words.toBeSent}</span>
  return (
    <>
      <span className="chip wait">{words.isSent}</span>
      <progress className="progress" aria-label={messages.jobs.uploadOf(name)} max={1} value={upload.share} />
    </>
  )
}

/** Shows how sure the provider is: the pages that need a look, with a link to the worst, or the share of the text. */
const DocumentConfidence = ({ row: { id, name, job } }: { readonly row: DocumentRow }) => {
  const messages = useMessages()
  if (job?.status !== 'complete') return <span className="muted none">–</span>
  const { doubtedPages: doubted, quality, pageCount = 0 } = job
  const words = messages.batches
  if (doubted === undefined)
    return quality === undefined ? (
      <span className="muted none">–</span>
    ) : (
      <span className="muted">{formatShare(quality.score)}</span>
    )
  return (
    <a href={hrefOf(['jobs', id], { page: doubted.worst })} title={words.openWorst(doubted.worst, name)}>
      {words.lookAt(doubted.count, formatNumber(pageCount))}
      <span className="hidden">. {words.openWorst(doubted.worst, name)}</span>
    </a>
  )
}

/** Sends the document no more, or cancels its job. */
const StopButton = ({ row: { id, name, job }, onChanged }: BatchRowProps) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const stop = async () => {
    if (job === null) return stopUpload(id)
    try {
      await client.cancelJob(id)
    } catch (error) {
      showToast(messageOfError(error))
    }
    onChanged()
  }
  const label = messages.jobs.cancelNamed(name)
  return (
    <button type="button" className="button quiet icon" aria-label={label} title={label} onClick={() => void stop()}>
      <XIcon size={15} aria-hidden />
    </button>
  )
}
