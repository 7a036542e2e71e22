import type { CatalogEntry, ParseResult } from '@polyparse/contract'
import type { ApiClient } from '../api/client.ts'
import { followToEnd } from '../job-data/follow-to-end.ts'
import { submitDocument } from '../job-data/submissions.ts'
import { bestReader, quickChoices, toParameters } from '../request/choices.ts'
import type { ChosenSource } from '../request/source.ts'

/** The jobs that have read documents for a proposal, so that a second one reads nothing. */
const readBy = new WeakMap<ChosenSource, string>()

type ProposalRequest = {
  readonly client: ApiClient
  readonly catalog: readonly CatalogEntry[]
  readonly document: ChosenSource | null
  /** A job that has read the document. */
  readonly from: string | null
  readonly signal: AbortSignal
}

/** Finds what was read of a document, or is read of it now by the best reader of this machine; null if there is nothing. */
export const readForProposal = async (request: ProposalRequest): Promise<ParseResult | null> => {
  const { client, document, from, signal } = request
  const id = from ?? (document === null ? null : (readBy.get(document) ?? (await readDocument(request, document))))
  const job = id === null ? null : await followToEnd(client, id, signal, () => {})
  if (job?.status !== 'complete') return null
  const { result } = job
  if (!('providers' in result)) return result
  const compared = result.providers.find((entry) => entry.status === 'parsed')
  return compared?.result ?? null
}

const readDocument = async ({ client, catalog }: ProposalRequest, document: ChosenSource): Promise<string | null> => {
  const reader = bestReader(catalog)
  const checked = reader === null ? null : toParameters(quickChoices(reader, catalog), catalog)
  if (checked === null || 'error' in checked) return null
  const id = await submitDocument(client, document, checked.parameters)
  if (id !== null) readBy.set(document, id)
  return id
}
