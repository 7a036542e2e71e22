import type { StoredJob } from '../../../jobs/job.ts'

const doclingTaskStatuses = { queued: 'pending', running: 'started', complete: 'success', failed: 'failure' } as const

/** The task that a job is. */
export const taskOf = (job: StoredJob): object => ({
  task_id: job.id,
  task_type: 'convert',
  task_status: doclingTaskStatuses[job.status],
  task_position: null,
  task_meta: null,
  error_message: job.status === 'failed' ? job.error : null,
  failure: job.status === 'failed' ? taskFailure(job) : null,
})

export const taskFailure = ({ error, errorCode }: StoredJob): object => ({
  category: errorCode === 'source_unreachable' ? 'source_unavailable' : 'unknown',
  message: error ?? 'The document could not be read.',
  retryable: false,
  phase: 'execution',
  details: {},
})
