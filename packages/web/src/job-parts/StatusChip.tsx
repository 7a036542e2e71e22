import type { JobStatus } from '@polyparse/contract'
import { useMessages } from '../language/messages.ts'

const tones = { queued: '', running: 'wait', complete: 'good', failed: 'bad' } as const satisfies Record<
  JobStatus,
  string
>

export const StatusChip = ({ status }: { readonly status: JobStatus }) => {
  const messages = useMessages()
  return (
    <span className={`chip ${tones[status]}`}>
      {status === 'running' && <span className="spinner" aria-hidden />}
      {messages.jobs.statuses[status]}
    </span>
  )
}
