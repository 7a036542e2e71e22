import { readStored, storedNames, writeStored } from '../browser/storage.ts'
import type { AppAccess } from '../session/access.ts'

/*
 * Where judgements are: in this browser alone, because they hold text of documents, and the service keeps none longer than
 * a result. Each document is an entry of its own. It goes with its job, and after a week as a result does; it stays longer
 * only if the user has chosen so.
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

const judgementListeners = new Set<() => void>()

/** Tells all that something has changed, also in another tab. */
export const noteChange = (): void => {
  for (const listener of judgementListeners) listener()
}

export const onStored = (listener: () => void): (() => void) => {
  judgementListeners.add(listener)
  return () => judgementListeners.delete(listener)
}

const storageNameOfJudgement = ({ account }: Judge, id: string): string => `${judgementStoragePrefix}${account}.${id}`

export const readStoredJudgement = (judge: Judge, id: string): string | null =>
  readStored(area, storageNameOfJudgement(judge, id))

/** Returns whether it could be stored. */
export const writeEntry = (judge: Judge, id: string, text: string | null): boolean => {
  const isStored = writeStored(area, storageNameOfJudgement(judge, id), text)
  noteChange()
  return isStored
}

/** The ids of all judged documents of an account. */
export const entryIds = (judge: Judge): string[] => {
  const start = storageNameOfJudgement(judge, '')
  return storedNames(area, start).map((name) => name.slice(start.length))
}

/** Forgets the judgements of a job, whoever made them. */
export const forgetJudgements = (job: string): void => {
  for (const name of storedNames(area, judgementStoragePrefix))
    if (name.endsWith(`.${job}`)) writeStored(area, name, null)
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
