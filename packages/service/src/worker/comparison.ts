import type { Agreement, ProviderEntry } from '@polyparse/contract'
import type { BlobRange } from '../blobs/blob-store.ts'
import type { StoredJob, Run, StoredResult } from '../jobs/job.ts'
import { newResultPath } from '../jobs/paths.ts'
import { resultBody } from '../jobs/verified.ts'
import { agreementOf } from './agreement.ts'
import { measuredDuration } from './duration.ts'
import type { KeptPageImages } from './page-images.ts'
import { listedPageImages } from './rendering/page-images.ts'
import { jsonPieces } from './rendering/json-pieces.ts'
import { endOfBody } from './rendering/parse-result.ts'
import type { WorkerParts } from './parts.ts'
import { isLost, readStoredResult, storeResult } from './store-result.ts'

/** The parsed result of a run is missing or damaged. */
export class LostResultError extends Error {
  override readonly name = 'LostResultError'
  readonly run: Run
  readonly path: string

  constructor(run: Run, path: string, cause: unknown) {
    super('the result of a run cannot be read', { cause })
    this.run = run
    this.path = path
  }
}

/**
 * Assembles the result of a compare job from those of its runs and stores it.
 * @throws {LostResultError}
 */
export const storeComparison = async (
  parts: WorkerParts,
  job: StoredJob,
  runs: readonly Run[],
  { pageImages, stopping }: { readonly pageImages: KeptPageImages | null; readonly stopping: AbortSignal },
): Promise<StoredResult> => {
  const { blobs, clock } = parts
  const agreement = await agreementOf(parts, job, runs, stopping)
  async function* read(run: Run, { path }: StoredResult, range: BlobRange): AsyncGenerator<Uint8Array> {
    try {
      yield* await readStoredResult(blobs, path, range)
    } catch (error) {
      throw (await isLost(blobs, path, error)) ? new LostResultError(run, path, error) : error
    }
  }
  const readBody: ReadOfRun = (run, result) => read(run, result, resultBody(result))
  const readFiles: ReadOfRun = (run, result) => read(run, result, { size: result.size, start: result.bodySize })
  const body = comparison({ job, runs, agreement, pageImages, completedAt: clock() }, readBody)
  return storeResult(blobs, newResultPath(job.id), body, filesOfRuns(runs, readFiles))
}

type ReadOfRun = (run: Run, result: StoredResult) => AsyncIterable<Uint8Array>

/** The files that the results of runs refer to; null: there are none. */
const filesOfRuns = (runs: readonly Run[], read: ReadOfRun): AsyncGenerator<string | Uint8Array> | null => {
  const having = runs.flatMap((run) =>
    run.result !== null && run.result.bodySize < run.result.size ? [{ run, result: run.result }] : [],
  )
  return having.length === 0 ? null : filesOfComparison(having, read)
}

async function* filesOfComparison(
  having: readonly { readonly run: Run; readonly result: StoredResult }[],
  read: ReadOfRun,
): AsyncGenerator<string | Uint8Array> {
  yield '{"providers":['
  let before = ''
  for (const { run, result } of having) {
    yield `${before}{"provider":${JSON.stringify(run.provider)},"files":`
    yield* read(run, result)
    yield '}'
    before = ','
  }
  yield ']}'
}

type ComparisonInput = {
  readonly job: StoredJob
  readonly runs: readonly Run[]
  readonly agreement: Agreement | null
  readonly pageImages: KeptPageImages | null
  readonly completedAt: Date
}

async function* comparison(
  { job, runs, agreement, pageImages, completedAt }: ComparisonInput,
  read: ReadOfRun,
): AsyncGenerator<string | Uint8Array> {
  const startedAt = job.startedAt ?? completedAt
  const timing = {
    startedAt: startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    durationMs: completedAt.getTime() - startedAt.getTime(),
  }
  const input = job.source.url ?? job.source.filename
  yield `{"id":"${job.id}","status":"complete","result":{"input":${JSON.stringify(input)}`
  yield `,"outputs":${JSON.stringify(job.outputs)},"timing":${JSON.stringify(timing)}`
  if (agreement !== null) {
    yield ',"agreement":'
    yield* jsonPieces(agreement)
  }
  if (pageImages !== null) yield `,"pageImages":${JSON.stringify(listedPageImages(pageImages, job.id))}`
  yield ',"providers":['
  for (const [index, run] of runs.entries()) {
    if (index > 0) yield ','
    if (run.result === null) yield JSON.stringify(entryWithoutResult(run))
    else {
      const head = { provider: run.provider, status: run.status, durationMs: measuredDuration(run) }
      yield `${JSON.stringify(head).slice(0, -1)},"result":`
      yield* read(run, run.result)
      yield '}'
    }
  }
  yield `]}${endOfBody(job)}`
}

const entryWithoutResult = (run: Run): ProviderEntry =>
  run.status === 'unsupported'
    ? { provider: run.provider, status: 'unsupported', durationMs: 0 }
    : {
        provider: run.provider,
        status: 'failed',
        durationMs: measuredDuration(run),
        error: { ...(run.error ?? { code: 'internal_error', message: 'The run failed for an unknown reason.' }) },
      }
