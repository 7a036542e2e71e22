import { JudgedDocument } from '@polyparse/contract/judgements'
import { Check } from '@polyparse/document/typebox/schema'
import type { ApiClient } from '../api/client.ts'
import { readStored, storedNames, writeStored } from '../browser/storage.ts'
import type { AppAccess } from '../session/access.ts'
import { forgetKept, keptDocument, keptIds, type KeptPlace, loadKept, writeKept } from './account.ts'
import { noteChange, onStored } from './listeners.ts'
import { mergeJudged } from './merge.ts'

export { noteChange, onStored }

/*
 * The store of judgements: with the account, if its operator has it keep them, and otherwise in this browser alone,
 * because they hold text of documents. Each document is an entry of its own. It goes with its job, and after a week as
 * a result does; it stays longer only if the user has chosen so.
 */

const area = 'local'
const judgementStoragePrefix = 'judged.'
const keepName = 'keepJudgements'
const keptMs = 7 * 86_400_000

/** Judgements of one account: the public beginning of its key tells them apart, or its name. */
export type Judge = { readonly account: string }

export const judgeOf = (access: AppAccess): Judge => ({
  account: 'key' in access ? access.key.slice(0, 12) : (access.browser.account ?? ''),
})

const storageNameOfJudgement = ({ account }: Judge, id: string): string => `${judgementStoragePrefix}${account}.${id}`

export const readStoredJudgement = (judge: Judge, id: string): string | null => {
  const name = storageNameOfJudgement(judge, id)
  const kept = keptDocument(name)
  if (kept === undefined) return readStored(area, name)
  return kept === null ? null : JSON.stringify(kept)
}

/** Returns whether it could be stored. */
export const writeEntry = (judge: Judge, id: string, text: string | null): boolean => {
  const name = storageNameOfJudgement(judge, id)
  const isStored = writeStored(area, name, text)
  if (writeKept(name, parseJudgedDocument(text))) return true
  noteChange()
  return isStored
}

/** Null of what is none, or of another version. */
export const parseJudgedDocument = (text: string | null): JudgedDocument | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return Check(JudgedDocument, value) ? value : null
  } catch {
    return null
  }
}

/** Returns the place where the account keeps the judgements on a job. */
export const keptPlaceOf =
  (judge: Judge, client: ApiClient) =>
  (id: string): KeptPlace => {
    const name = storageNameOfJudgement(judge, id)
    return { name, id, client, onSent: () => void writeStored(area, name, null) }
  }

/** Reads what the account keeps on a job, and gives it what this browser has, if it keeps any. */
export const openJudgements = async (judge: Judge, client: ApiClient, id: string): Promise<void> => {
  const place = keptPlaceOf(judge, client)(id)
  if (!(await loadKept(place))) return
  const here = parseJudgedDocument(readStored(area, place.name))
  if (here !== null) writeKept(place.name, mergeJudged(null, here, keptDocument(place.name) ?? null))
}

/** The ids of all judged documents of an account. */
export const entryIds = (judge: Judge): string[] => {
  const start = storageNameOfJudgement(judge, '')
  const here = storedNames(area, start).map((name) => name.slice(start.length))
  return [...new Set([...here, ...keptIds(start)])]
}

/** Forgets the judgements of a job, whoever made them. */
export const forgetJudgements = (job: string): void => {
  for (const name of storedNames(area, judgementStoragePrefix))
    if (name.endsWith(`.${job}`)) writeStored(area, name, null)
  forgetKept(job)
  noteChange()
}

/** Tells whether judgements are kept longer than results. */
export const keepsJudgements = (): boolean => readStored(area, keepName) === 'true'

export const keepJudgements = (isKept: boolean): void => {
  writeStored(area, keepName, isKept ? 'true' : null)
  noteChange()
}

/** Forgets those that are older than a result may be, unless they are to be kept. */
export const expireJudgements = (now: number): void => {
  if (keepsJudgements()) return
  for (const name of storedNames(area, judgementStoragePrefix)) {
    const [, comparedAt] = /"comparedAt":"([^"]+)"/.exec(readStored(area, name) ?? '') ?? []
    if (comparedAt === undefined || !(now - new Date(comparedAt).getTime() < keptMs)) writeStored(area, name, null)
  }
}
