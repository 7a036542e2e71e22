import { createChannel } from '../lib/channel.ts'

/** A request has been answered. */
export const requestAnswered = createChannel<{
  readonly method: string
  /** As it is registered, with `:name` for parameters; null when there is none. */
  readonly route: string | null
  readonly status: number
  /** null where the caller had asked to wait, which says nothing about us. */
  readonly seconds: number | null
}>()
