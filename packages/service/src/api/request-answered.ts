import { createChannel } from '../lib/channel.ts'

/** A request has been answered. */
export const requestAnswered = createChannel<{
  readonly method: string
  /** The route as registered, with `:name` for parameters; null when there is none. */
  readonly route: string | null
  readonly status: number
  /** null if the caller had asked to wait, because then the duration says nothing about the service. */
  readonly seconds: number | null
}>()
