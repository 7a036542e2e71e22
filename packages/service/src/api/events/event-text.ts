import type { ProgressEvent, StatusEvent } from '@polyparse/contract'
import type { Progress } from '../../jobs/progress.ts'

/** Events as they stand in a stream (HTML Living Standard, section 9.2). JSON has no line breaks, so one `data` is enough. */
const event = (name: string, data: StatusEvent | ProgressEvent, id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** How long a client that lost the stream is to wait before it comes again. */
export const retryText = 'retry: 2000\n\n'

/** Nothing, for the proxies in between that close what is silent. */
export const keepAliveText = ': still there\n\n'

export const hasEnded = ({ status }: Progress): boolean => status === 'complete' || status === 'failed'

/**
 * What is new since `before`. An end is told last, after what the runs came to. The id of a `status` is the status: a
 * client that comes back with that of an end has heard everything.
 */
export const eventsBetween = (jobId: string, before: Progress | null, now: Progress): string => {
  const status = before?.status === now.status ? '' : event('status', { id: jobId, status: now.status }, now.status)
  const progress = now.runs
    .filter((run, index) => before?.runs[index]?.status !== run.status)
    .map(({ provider, status: runStatus }) => event('progress', { provider, status: runStatus }))
    .join('')
  return hasEnded(now) ? progress + status : status + progress
}
