import { Corrections, type MadeCorrection } from '@polyparse/contract'
import type { Correction } from '@polyparse/document/schema'
import type { Credential } from './authorization.ts'
import { readResponse } from './read-response.ts'
import { rawResponseOf, sendRequest, type Call } from './request.ts'

/** The corrections of a job, with the tag that names them as they are. */
export type TaggedCorrections = { readonly entries: readonly MadeCorrection[]; readonly tag: string }

export const readTaggedCorrections = (key: Credential, job: string, signal: AbortSignal): Promise<TaggedCorrections> =>
  taggedCorrections(key, job, { signal })

/** @throws {ProblemError} `corrections_changed` when they are others than the tag names. */
export const replaceTaggedCorrections = (
  key: Credential,
  job: string,
  corrections: readonly Correction[],
  tag: string,
): Promise<TaggedCorrections> =>
  taggedCorrections(key, job, { method: 'PUT', body: { corrections }, headers: { 'if-match': tag } })

const taggedCorrections = async (key: Credential, job: string, call: Call): Promise<TaggedCorrections> => {
  const response = await sendRequest(key, `${job}/corrections`, call)
  const { corrections } = readResponse(Corrections, await rawResponseOf(response, call.signal))
  return { entries: corrections, tag: response.headers.get('etag') ?? '' }
}
