import { randomBytes } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'

/**
 * Permissions to download something once. The browser streams a download to disk only if it follows a link, and then it
 * can send no header. They are in the memory of this process, so they suit what only one process can serve.
 */
export type DownloadTickets = {
  create(): string
  /** Whether the ticket is valid, which it is not any more afterwards. */
  use(ticket: string): boolean
}

/** A browser follows the link at once. */
const validMs = 60_000

/** More than one operator opens at once. */
const maxTickets = 100

export const createDownloadTickets = (clock: Clock): DownloadTickets => {
  const ends = new Map<string, number>()
  return {
    create: () => {
      if (ends.size >= maxTickets) ends.clear()
      const ticket = randomBytes(32).toString('base64url')
      ends.set(ticket, clock().getTime() + validMs)
      return ticket
    },
    use: (ticket) => {
      const end = ends.get(ticket)
      ends.delete(ticket)
      return end !== undefined && clock().getTime() < end
    },
  }
}
