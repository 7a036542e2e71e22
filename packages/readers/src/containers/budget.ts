import { archiveLimits } from '@polyparse/formats/archive'
import { archiveTooLarge } from '@polyparse/formats/archive'
import { maxContainerEntries } from '@polyparse/engine'

/** The bytes and the files that a document may unpack to, all that is in it together. */
export type ContainerBudget = {
  /** Counts how many are left. */
  left(): number
  /** @throws {EngineFailure} `document_damaged` when fewer are left; then none are taken. */
  take(bytes: number): void
  /** @throws {EngineFailure} `document_damaged` when fewer files are left; then none are taken. */
  takeFiles(count: number): void
}

export const createBudget = (): ContainerBudget => {
  let left = archiveLimits.bytes
  let filesLeft = maxContainerEntries
  return {
    left: () => left,
    take: (bytes) => {
      if (bytes > left) throw archiveTooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
      left -= bytes
    },
    takeFiles: (count) => {
      if (count > filesLeft) throw archiveTooLarge(`more than ${maxContainerEntries} files`)
      filesLeft -= count
    },
  }
}
