import type { JudgedDocument } from '@polyparse/contract/judgements'
import {
  entryIds,
  type Judge,
  noteChange,
  onStored,
  parseJudgedDocument,
  readStoredJudgement,
  writeEntry,
} from './stored.ts'

export type JudgedEntry = { readonly id: string; readonly document: JudgedDocument }

/** Judgements that were read are the same object until something changes, as React compares it. */
let judgedDocumentCache = new Map<string, JudgedDocument | null>()
let judgedListCache = new Map<string, readonly JudgedEntry[]>()

window.addEventListener('storage', noteChange)
onStored(() => {
  judgedDocumentCache = new Map()
  judgedListCache = new Map()
})

/** Returns what was said about the document of a job, or of an imported file; null if nothing was. */
export const readJudged = (judge: Judge, id: string): JudgedDocument | null => {
  const name = `${judge.account}.${id}`
  const before = judgedDocumentCache.get(name)
  if (before !== undefined) return before
  const document = parseJudgedDocument(readStoredJudgement(judge, id))
  judgedDocumentCache.set(name, document)
  return document
}

/** Returns whether it could be stored. A document of which nothing is settled is forgotten. */
export const writeJudged = (judge: Judge, id: string, document: JudgedDocument): boolean =>
  writeEntry(
    judge,
    id,
    document.settlements.length === 0 && document.fields === undefined ? null : JSON.stringify(document),
  )

/** All judged documents of an account, the last compared first. */
export const listJudged = (judge: Judge): readonly JudgedEntry[] => {
  const before = judgedListCache.get(judge.account)
  if (before !== undefined) return before
  const list = entryIds(judge)
    .flatMap((id) => {
      const document = readJudged(judge, id)
      return document === null ? [] : [{ id, document }]
    })
    .toSorted((one, other) => other.document.comparedAt.localeCompare(one.document.comparedAt))
  judgedListCache.set(judge.account, list)
  return list
}
