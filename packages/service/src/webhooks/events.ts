import { createChannel } from '../lib/channel.ts'

/** A webhook was attempted: it was delivered, will be tried again, or was given up. */
export const webhookAttempted = createChannel<{ readonly outcome: 'delivered' | 'retried' | 'given_up' }>()
