import { randomBytes } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'

/**
 * Permissions to download something once. The browser streams a download to disk only if it follows a link, and then it
 * can send no header. They are in the memory of this process, so they suit what only one process can serve.
 */
export type DownloadTickets<Holder> = {
  create(holder: Holder): string
  /** Returns the holder of a ticket and makes the ticket invalid; null if it is not valid. */
  use(ticket: string): Holder | null
}

/** A browser follows the link at once. */
const validMs = 60_000

/** More than one operator opens at once. */
const maxTickets = 100

export const createDownloadTickets = <Holder>(clock: Clock): DownloadTickets<Holder> => {
  const ends = new Map<string, { readonly holder: Holder; readonly at: number }>()
  return {
    create: (holder) => {
      if (ends.size >= maxTickets) ends.clear()
      const ticket = randomBytes(32).toString('base64url')
      ends.set(ticket, { holder, at: clock().getTime() + validMs })
      return ticket
    },
    use: (ticket) => {
      const end = ends.get(ticket)
      ends.delete(ticket)
      return end !== undefined && clock().getTime() < end.at ? end.holder : null
    },
  }
}
