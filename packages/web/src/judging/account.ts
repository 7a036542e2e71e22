import type { JudgedDocument } from '@polyparse/contract/judgements'
import type { ApiClient } from '../api/client.ts'
import { AnsweredProblem } from '../api/errors.ts'
import type { TaggedJudgements } from '../api/judgements.ts'
import { noteChange } from './listeners.ts'
import { mergeJudged } from './merge.ts'

/*
 * Judgements that the account keeps, as far as this page has read them, so that a team settles the disputes of a document
 * together. What is said here shows at once, and is in the browser as well until the service has it.
 */

type JudgementsClient = Pick<ApiClient, 'judgements' | 'replaceJudgements' | 'removeJudgements' | 'listJudgements'>

type KeptEntry = {
  readonly client: JudgementsClient
  /** The job. */
  readonly id: string
  /** What the service has; it has no tag where only a list has told of it. */
  stored: { readonly document: JudgedDocument | null; readonly tag: string | null }
  /** The judgements that are to be sent; undefined: none. */
  unsent: JudgedDocument | null | undefined
  /** Called when the service has everything that was said. */
  readonly onSent: () => void
}

/** The number of times that others may be first before a change is given up. */
const maxConflicts = 5

/** The entries by the name of the account and the job. */
const keptEntries = new Map<string, KeptEntry>()

export type KeptPlace = {
  readonly name: string
  readonly id: string
  readonly client: JudgementsClient
  readonly onSent: KeptEntry['onSent']
}

/** Undefined where the account does not keep the judgements on the job, or is not known to. */
export const keptDocument = (name: string): JudgedDocument | null | undefined => {
  const entry = keptEntries.get(name)
  return entry === undefined ? undefined : viewOf(entry)
}

const viewOf = ({ stored, unsent }: KeptEntry): JudgedDocument | null =>
  unsent === undefined ? stored.document : unsent

/** The ids of all judged documents that the account keeps, as far as they have been read. */
export const keptIds = (start: string): string[] =>
  [...keptEntries].flatMap(([name, entry]) => (name.startsWith(start) && viewOf(entry) !== null ? [entry.id] : []))

/** Forgets what this page knows of a job that is erased. */
export const forgetKept = (id: string): void => {
  for (const [name, entry] of keptEntries) if (entry.id === id) keptEntries.delete(name)
}

/** Reads what the account keeps on a job. Resolves to whether it keeps judgements. */
export const loadKept = async ({ name, id, client, onSent }: KeptPlace): Promise<boolean> => {
  const { keeping, document, tag } = await client.judgements(id)
  const entry = keptEntries.get(name)
  // The request that sends a change also learns what others have stored.
  if (entry?.unsent !== undefined) return true
  if (keeping === 'off') keptEntries.delete(name)
  else keptEntries.set(name, { client, id, stored: { document, tag }, unsent: undefined, onSent })
  noteChange()
  return keeping !== 'off'
}

/** Reads everything that the account keeps. */
export const loadAllKept = async (
  client: JudgementsClient,
  placeOf: (id: string) => KeptPlace,
  signal: AbortSignal,
): Promise<void> => {
  for (const document of await client.listJudgements(signal)) {
    const { job: id } = document
    const { name, onSent } = placeOf(id ?? '')
    // The request that sends a change also learns what others have stored.
    if (id === undefined || keptEntries.get(name)?.unsent !== undefined) continue
    keptEntries.set(name, { client, id, stored: { document, tag: null }, unsent: undefined, onSent })
  }
  noteChange()
}

/** Stores what was said, without waiting for the answer; null: nothing more. False where the account does not keep it. */
export const writeKept = (name: string, document: JudgedDocument | null): boolean => {
  const entry = keptEntries.get(name)
  if (entry === undefined) return false
  const isSending = entry.unsent !== undefined
  entry.unsent = document
  noteChange()
  if (!isSending) void sendUnsent(name, entry)
  return true
}

const sendUnsent = async (name: string, entry: KeptEntry): Promise<void> => {
  try {
    for (let conflicts = 0; entry.unsent !== undefined;) {
      const { unsent } = entry
      const stored = await sendOnce(entry, unsent)
      if (stored === null) {
        conflicts += 1
        if (conflicts > maxConflicts) throw new Error('others are always first')
        const theirs = await entry.client.judgements(entry.id)
        entry.unsent = mergeJudged(entry.stored.document, entry.unsent, theirs.document)
        entry.stored = theirs
      } else {
        conflicts = 0
        entry.stored = stored
        if (entry.unsent === unsent) {
          entry.unsent = undefined
          entry.onSent()
        }
      }
      noteChange()
    }
  } catch {
    // The account keeps them no more, the result is gone, or the service is: what was said is in the browser.
    if (keptEntries.get(name) === entry) keptEntries.delete(name)
    noteChange()
  }
}

/** Null where somebody else was first. */
const sendOnce = async (
  { client, id, stored: { tag } }: KeptEntry,
  document: JudgedDocument | null,
): Promise<Pick<TaggedJudgements, 'document' | 'tag'> | null> => {
  if (tag === null) return null
  try {
    if (document !== null) return await client.replaceJudgements(id, document, tag)
    await client.removeJudgements(id, tag)
    return { document: null, tag: nothingTag }
  } catch (error) {
    if (error instanceof AnsweredProblem && error.problem.code === 'judgements_changed') return null
    throw error
  }
}

/** The tag of a job without judgements. */
const nothingTag = '"none"'
