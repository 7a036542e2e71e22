import { createChannel } from '../lib/channel.ts'

/** It was delivered, will be tried again, or was given up. */
type DeliveryAttempted = { readonly outcome: 'delivered' | 'retried' | 'given_up' }

/** A webhook was attempted. */
export const webhookAttempted = createChannel<DeliveryAttempted>()

/** The delivery of a result was attempted. */
export const resultDeliveryAttempted = createChannel<DeliveryAttempted>()
