import { createChannel } from '../lib/channel.ts'

/** A webhook was attempted: it arrived, will be tried again, or never again. */
export const webhookAttempted = createChannel<{ readonly outcome: 'delivered' | 'retried' | 'given_up' }>()
