import { createHash } from 'node:crypto'
import type { SyncPlace, PlacedFile } from './place.ts'

/** The folder in which a place has the records of the documents that were parsed into it. */
const folder = '.polyparse'

export type Records = {
  /** Returns what is known of this version of a document. `failures` counts how often it could not be parsed. */
  of(file: PlacedFile): { readonly isParsed: boolean; readonly failures: number }
  /** Records that it was parsed, or why it could not be; the error is for people. */
  add(file: PlacedFile, outcome: { readonly provider: string } | { readonly error: string }): Promise<void>
}

/**
 * The records of a place. Each is a file of its own, so that a process that dies leaves none half-written, and its name
 * says all that is needed: the document and its version, hashed, and the outcome.
 */
export const readRecords = async (target: SyncPlace): Promise<Records> => {
  const names = new Set<string>()
  for await (const { path } of target.list(folder)) names.add(path.slice(folder.length + 1))
  const failed = (file: PlacedFile, count: number): string => `${idOfRecord(file)}.failed-${count}.json`
  const parsed = (file: PlacedFile): string => `${idOfRecord(file)}.json`
  const failuresOf = (file: PlacedFile): number => {
    let count = 0
    while (names.has(failed(file, count + 1))) count += 1
    return count
  }
  return {
    of: (file) => ({ isParsed: names.has(parsed(file)), failures: failuresOf(file) }),
    add: async (file, outcome) => {
      const name = 'error' in outcome ? failed(file, failuresOf(file) + 1) : parsed(file)
      const record = { document: file.path, size: file.size, modifiedAt: file.modifiedAt.toISOString(), ...outcome }
      await target.write(`${folder}/${name}`, `${JSON.stringify(record, null, 2)}\n`)
      names.add(name)
    },
  }
}

/** Makes the id of one version of a document: it changes with its size or the time of its last change. */
export const idOfRecord = ({ path, size, modifiedAt }: PlacedFile): string =>
  createHash('sha256')
    .update(JSON.stringify([path, size, modifiedAt.getTime()]))
    .digest('hex')
    .slice(0, 32)
