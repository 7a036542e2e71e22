import { createChannel } from '../../lib/channel.ts'

export const processStarted = createChannel<{ readonly pid: number }>()

/** Why an engine process is gone: it had done its share, its document was no longer wanted, or it went wrong. */
export type ProcessEnd = 'replaced' | 'cancelled' | 'crashed' | 'out_of_memory' | 'timeout' | 'other'

export const processEnded = createChannel<{ readonly reason: ProcessEnd }>()

export const processNotStarted = createChannel<null>()
