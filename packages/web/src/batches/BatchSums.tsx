import { formatCost, formatDuration, formatNumber } from '../design/format.ts'
import { timeLeft } from '../job-data/time-left.ts'
import { useMessages } from '../language/messages.ts'
import { isUnfinishedRow, type DocumentRow, type Sums } from './rows.ts'

/** Shows how far the whole batch is, and what it comes to. */
export const BatchSums = ({ sums, rows }: { readonly sums: Sums; readonly rows: readonly DocumentRow[] }) => {
  const messages = useMessages()
  const words = messages.batches
  const { counts, pages, doubtedPages, cost, tookMs } = sums
  const unfinished = rows.filter(isUnfinishedRow).length
  const done = rows.length - unfinished
  const leftMs = unfinished === 0 ? null : timeLeft({ done, total: rows.length, sinceMs: tookMs ?? 0 })
  const facts = [
    words.complete(counts.complete),
    ...(counts.failed > 0 ? [words.failed(counts.failed)] : []),
    ...(counts.running > 0 ? [words.running(counts.running)] : []),
    ...(counts.queued > 0 ? [words.queued(counts.queued)] : []),
    ...(counts.unsent > 0 ? [words.unsent(counts.unsent)] : []),
    messages.common.pages(pages),
    ...(doubtedPages > 0 ? [words.needLook(doubtedPages, formatNumber(pages))] : []),
    ...(cost > 0 ? [formatCost(cost)] : []),
    ...(tookMs === null ? [] : [words.inTime(formatDuration(tookMs))]),
    ...(leftMs === null ? [] : [messages.progress.about(formatDuration(Math.round(leftMs / 1000) * 1000))]),
  ]
  return (
    <div className="batch-sums">
      {unfinished > 0 && <progress className="progress" aria-label={words.progress} max={rows.length} value={done} />}
      <p className="small muted">{facts.join(' · ')}</p>
      <p role="status" className="hidden">
        {unfinished === 0 ? words.allDone : ''}
      </p>
    </div>
  )
}
