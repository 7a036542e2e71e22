import { JobJudgements, JudgedDocument } from '@polyparse/contract/judgements'
import { Type } from '@polyparse/document/typebox'
import type { Credential } from './authorization.ts'
import { readResponse } from './read-response.ts'
import { rawResponseOf, requestEmpty, requestJson, sendRequest, type Call } from './request.ts'

/** The judgements on a job that the account keeps, with the tag of their present state. */
export type TaggedJudgements = JobJudgements & { readonly tag: string }

const JudgementsPage = Type.Object({
  documents: Type.Array(JudgedDocument),
  nextCursor: Type.Optional(Type.String()),
})

export const readTaggedJudgements = (key: Credential, job: string): Promise<TaggedJudgements> =>
  taggedJudgements(key, job, {})

/** @throws {ProblemError} `judgements_changed` when they are others than the tag names. */
export const replaceTaggedJudgements = (
  key: Credential,
  job: string,
  document: JudgedDocument,
  tag: string,
): Promise<TaggedJudgements> =>
  taggedJudgements(key, job, { method: 'PUT', body: { document }, headers: { 'if-match': tag } })

/** @throws {ProblemError} likewise. */
export const removeTaggedJudgements = (key: Credential, job: string, tag: string): Promise<void> =>
  requestEmpty(key, `${job}/judgements`, Type.Unknown(), { method: 'DELETE', headers: { 'if-match': tag } })

const taggedJudgements = async (key: Credential, job: string, call: Call): Promise<TaggedJudgements> => {
  const response = await sendRequest(key, `${job}/judgements`, call)
  const found = readResponse(JobJudgements, await rawResponseOf(response, call.signal))
  return { ...found, tag: response.headers.get('etag') ?? '' }
}

/** Everything that the account keeps. */
export const listKeptJudgements = async (key: Credential, signal: AbortSignal): Promise<JudgedDocument[]> => {
  const documents: JudgedDocument[] = []
  for (let query = ''; ;) {
    const page = await requestJson(key, `/api/v1/judgements?limit=100${query}`, JudgementsPage, { signal })
    documents.push(...page.documents)
    if (page.nextCursor === undefined) return documents
    query = `&cursor=${page.nextCursor}`
  }
}
