import type { RunProgress } from '@polyparse/contract'
import { useEffect, useState } from 'react'
import { formatDuration } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { timeLeft } from '../job-data/time-left.ts'

/** Shows how long a provider that works needs for the rest, by the pages that it has read since this is shown. */
export const TimeLeft = ({ run: { pagesDone, pagesTotal } }: { readonly run: RunProgress }) => {
  const messages = useMessages()
  const [first, setFirst] = useState<{ readonly done: number; readonly at: number } | null>(null)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const at = Date.now()
    setNow(at)
    // An attempt that failed begins again.
    setFirst((before) => (before === null || pagesDone < before.done ? { done: pagesDone, at } : before))
  }, [pagesDone])
  if (first === null || pagesTotal === undefined) return null
  const left = timeLeft({ done: pagesDone - first.done, total: pagesTotal - first.done, sinceMs: now - first.at })
  return (
    left !== null && <>, {messages.progress.about(formatDuration(Math.max(1000, Math.round(left / 1000) * 1000)))}</>
  )
}
