import { responseJson } from './answers.ts'
import type { Correction, MadeCorrection } from './contract.ts'
import { NotFoundError, UnexpectedAnswerError } from './errors.ts'
import type { CallOptions } from './jobs.ts'
import { isCorrections } from './shapes.ts'
import { anyOf } from './signals.ts'
import type { ApiRequest, Transport } from './transport.ts'

/** The corrections of a job, with the tag that names them as they are. */
export type JobCorrections = { readonly corrections: readonly MadeCorrection[]; readonly etag: string }

/** The state that a change replaces: the `etag` that the caller has read, or `*` for any. Without it, nothing may be there yet. */
export type KnownTag = { readonly etag?: string | undefined }

/** `client.corrections`: what people have corrected in results. All of it throws what the client throws; see there. */
export const createCorrections = (transport: Transport, clientSignal: AbortSignal | undefined) => {
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)
  const pathOf = (jobId: string): string => `/api/v1/jobs/${encodeURIComponent(jobId)}/corrections`

  const ask = (request: ApiRequest): Promise<JobCorrections> =>
    transport.send(request, async (response, onPiece) => {
      const content = await responseJson(response, transport.url, onPiece)
      const etag = response.headers.get('etag')
      if (isCorrections(content) && etag !== null) return { corrections: content.corrections, etag }
      throw new UnexpectedAnswerError(`What answers at ${transport.url} is not Polyparse.`)
    })

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
    remove: async (jobId: string, { etag, ...options }: CallOptions & KnownTag = {}): Promise<void> => {
      const request = {
        method: 'DELETE',
        path: pathOf(jobId),
        headers: ifMatch(etag),
        signal: signalOf(options),
      } as const
      try {
        await transport.send(request, async (response) => response.body?.cancel())
      } catch (error) {
        if (!(error instanceof NotFoundError && error.code === 'not_found')) throw error
      }
    },
  }
}

const ifMatch = (etag: string | undefined): Record<string, string> => (etag === undefined ? {} : { 'if-match': etag })

/** As a request takes it: who has made a correction, and when, the service knows. */
const withoutMaker = (correction: Correction): Correction => {
  const { read, text } = correction
  return 'block' in correction
    ? { block: correction.block, read, text }
    : { table: correction.table, row: correction.row, column: correction.column, read, text }
}
