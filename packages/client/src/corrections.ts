import type { Correction, Corrections } from './contract.ts'
import type { CallOptions } from './jobs.ts'
import { askTagged, ifMatch, type KnownTag, removeKept } from './kept.ts'
import { isCorrections } from './shapes.ts'
import { anyOf } from './signals.ts'
import type { ApiRequest, Transport } from './transport.ts'

/** The corrections of a job, with the tag that names them as they are. */
export type JobCorrections = Readonly<Corrections> & { readonly etag: string }

/** `client.corrections`: what people have corrected in results. All of it throws what the client throws; see there. */
export const createCorrections = (transport: Transport, clientSignal: AbortSignal | undefined) => {
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)
  const pathOf = (jobId: string): string => `/api/v1/jobs/${encodeURIComponent(jobId)}/corrections`

  const ask = (request: ApiRequest): Promise<JobCorrections> => askTagged(transport, request, isCorrections)

  return {
    /**
     * Returns the corrections that people have made to the result of a job, with their authors and times.
     * @throws {NotFoundError} @throws {ResultExpiredError} @throws {ProblemError} `no_result` when the job has none
     */
    get: (jobId: string, options: CallOptions = {}): Promise<JobCorrections> =>
      ask({ path: pathOf(jobId), signal: signalOf(options) }),

    /**
     * Replaces all corrections of a job; those that stay keep who has made them, and when.
     * @throws {PreconditionFailedError} when somebody has changed them since they were read
     * @throws {ValidationError} when a place does not exist or something else was read there; then none is stored
     * @throws {ProblemError} `not_correctable` when the job is a comparison or has no output `json`
     * @example
     * const { corrections, etag } = await client.corrections.get(id)
     * const rent = { block: 'p1-b4', read: 'Rent is 1,234 a month.', text: 'Rent is 1,284 a month.' }
     * await client.corrections.replace(id, [...corrections, rent], { etag })
     * console.log(await client.jobs.output(id, 'markdown', { corrected: true }))
     */
    replace: (
      jobId: string,
      corrections: readonly Correction[],
      { etag, ...options }: CallOptions & KnownTag = {},
    ): Promise<JobCorrections> =>
      ask({
        method: 'PUT',
        path: pathOf(jobId),
        headers: { 'content-type': 'application/json', ...ifMatch(etag) },
        body: JSON.stringify({ corrections: corrections.map(withoutMaker) }),
        signal: signalOf(options),
      }),

    /**
     * Undoes all corrections of a job. Where there are none, none are left.
     * @throws {PreconditionFailedError} when somebody has changed them since they were read
     */
    remove: (jobId: string, { etag, ...options }: CallOptions & KnownTag = {}): Promise<void> =>
      removeKept(transport, { path: pathOf(jobId), headers: ifMatch(etag), signal: signalOf(options) }),
  }
}

/** Makes of a correction what a request takes: who has made it, and when, the service knows. */
const withoutMaker = (correction: Correction): Correction => {
  const { read, text } = correction
  return 'block' in correction
    ? { block: correction.block, read, text }
    : { table: correction.table, row: correction.row, column: correction.column, read, text }
}
