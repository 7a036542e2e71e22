import type { JobJudgements, JudgedDocument } from './contract.ts'
import type { CallOptions } from './jobs.ts'
import { askTagged, ifMatch, type KnownTag, removeKept } from './kept.ts'
import { isJobJudgements, isJudgementsList } from './shapes.ts'
import { anyOf } from './signals.ts'
import type { Transport } from './transport.ts'

/** The judgements on a job that an account keeps, with the tag of their present state. */
export type JudgementsOfJob = JobJudgements & { readonly etag: string }

/** One request may ask for no more. */
const judgementsListPageSize = 100

/** `client.judgements`: what people have said about the disputes of comparisons. All of it throws what the client throws; see there. */
export type ClientJudgements = {
  /**
   * Reads people's judgements on the disputes of a job (`document`, null where there are none), and how the account keeps
   * them (`keeping`). Where it is `off`, the app has them in the browser.
   * @throws {NotFoundError} @throws {ResultExpiredError} @throws {ProblemError} `no_result` when the job has none
   */
  get(jobId: string, options?: CallOptions): Promise<JudgementsOfJob>
  /**
   * Replaces what was said about a job.
   * @throws {PreconditionFailedError} when somebody has changed it since it was read
   * @throws {PermissionError} when the account keeps no judgements, which its operator decides
   * @throws {ValidationError} when the document is of another job, or has not the shape
   * @example
   * const { document, etag } = await client.judgements.get(id)
   * if (document !== null) await client.judgements.replace(id, { ...document, name: 'costs.pdf' }, { etag })
   */
  replace(jobId: string, document: JudgedDocument, options?: CallOptions & KnownTag): Promise<JudgementsOfJob>
  /**
   * Forgets what was said about a job. Where nothing was, nothing is left.
   * @throws {PreconditionFailedError} when somebody has changed it since it was read
   */
  remove(jobId: string, options?: CallOptions & KnownTag): Promise<void>
  /**
   * Lists all judged documents that the account keeps, those on the newest job first. A page is asked for when the one before
   * has been read.
   * @example
   * for await (const { name, settlements } of client.judgements.list()) console.log(name, settlements.length)
   */
  list(options?: CallOptions): AsyncGenerator<JudgedDocument, void, undefined>
}

// The type is written out, so that declarations name the types of this package and not those of the contract.
export const createJudgements = (transport: Transport, clientSignal: AbortSignal | undefined): ClientJudgements => {
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)
  const pathOf = (jobId: string): string => `/api/v1/jobs/${encodeURIComponent(jobId)}/judgements`

  return {
    get: (jobId, options = {}) =>
      askTagged(transport, { path: pathOf(jobId), signal: signalOf(options) }, isJobJudgements),
    replace: (jobId, document, { etag, ...options } = {}) =>
      askTagged(
        transport,
        {
          method: 'PUT',
          path: pathOf(jobId),
          headers: { 'content-type': 'application/json', ...ifMatch(etag) },
          body: JSON.stringify({ document }),
          signal: signalOf(options),
        },
        isJobJudgements,
      ),
    remove: (jobId, { etag, ...options } = {}) =>
      removeKept(transport, { path: pathOf(jobId), headers: ifMatch(etag), signal: signalOf(options) }),
    list: async function* (options = {}) {
      const query = new URLSearchParams({ limit: String(judgementsListPageSize) })
      for (;;) {
        const request = { path: `/api/v1/judgements?${String(query)}`, signal: signalOf(options) }
        const { documents, nextCursor } = await transport.ask(request, isJudgementsList)
        yield* documents
        if (nextCursor === undefined) return
        query.set('cursor', nextCursor)
      }
    },
  }
}
