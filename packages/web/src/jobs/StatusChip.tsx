import type { JobStatus } from '@polyparse/contract'

const looks = {
  queued: { tone: '', word: 'queued' },
  running: { tone: 'wait', word: 'running' },
  complete: { tone: 'good', word: 'complete' },
  failed: { tone: 'bad', word: 'failed' },
} as const satisfies Record<JobStatus, { tone: string; word: string }>

export const StatusChip = ({ status }: { readonly status: JobStatus }) => (
  <span className={`chip ${looks[status].tone}`}>
    {status === 'running' && <span className="spinner" aria-hidden />}
    {looks[status].word}
  </span>
)
