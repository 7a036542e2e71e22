import type { JobSummary } from '@polyparse/contract'
import { useEffect, useState } from 'react'
import { formatDuration, formatNumber } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { type ObservedProgress, progressOf } from '../job-data/time-left.ts'
import './job-progress.css'

/** Shows how many pages of a running job have been read, and how long the rest will take, where its providers say so. */
export const JobProgress = ({
  job,
  name,
}: {
  readonly job: Pick<JobSummary, 'progress' | 'startedAt'>
  readonly name: string
}) => {
  const messages = useMessages()
  const [progress, setProgress] = useState<ObservedProgress | null>(null)
  // The time is that at which the job was read.
  useEffect(() => setProgress(progressOf(job, Date.now())), [job])
  if (progress === null) return null
  const { done, total, leftMs } = progress
  const { pagesReadOf, about } = messages.progress
  return (
    <span className="job-row-progress">
      <progress className="progress" aria-label={pagesReadOf(name)} max={total} value={done} />
      <span className="small muted">
        {messages.jobs.pagesOf(formatNumber(done), total)}
        {leftMs !== null && `, ${about(formatDuration(Math.max(1000, Math.round(leftMs / 1000) * 1000)))}`}
      </span>
    </span>
  )
}
