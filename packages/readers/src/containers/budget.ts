import { archiveLimits } from '../archive/archive.ts'
import { tooLarge } from '../archive/directory.ts'

/** The bytes that a document may unpack to, all that is in it together. */
export type Budget = {
  /** How many are left. */
  left(): number
  /** @throws {EngineFailure} `document_damaged` when fewer are left; then none are taken. */
  take(bytes: number): void
}

export const createBudget = (): Budget => {
  let left = archiveLimits.bytes
  return {
    left: () => left,
    take: (bytes) => {
      if (bytes > left) throw tooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
      left -= bytes
    },
  }
}
