import { agreeInThread, type StoredReading } from '@polyparse/compare/thread'
import type { Agreement } from '@polyparse/contract'
import { fieldTypesOf, parseExtractionSchema } from '@polyparse/extraction'
import { isStorageOutage } from '../blobs/availability.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { loggable } from '../lib/loggable.ts'
import type { WorkerParts } from './parts.ts'
import { measuredDuration } from './duration.ts'
import { readReading } from './readings.ts'

/**
 * Returns how far the runs of a compare job agree; null when the job has ended meanwhile. It is only an addition to the result,
 * so any other error in it is logged, and stated in place of a recommendation.
 * @throws the reason of `stopping`, when there is no time left for it; {@link StorageUnavailableError}, which passes.
 */
export const agreementOf = async (
  parts: WorkerParts,
  job: StoredJob,
  runs: readonly Run[],
  stopping: AbortSignal,
): Promise<Agreement | null> => {
  const ending = parts.endings.watch(job)
  try {
    const parsed = runs.filter(({ status }) => status === 'parsed')
    const readings = (await Promise.all(parsed.map((run) => readingOfRun(parts, run)))).filter((one) => one !== null)
    const agreement = await agreeInThread(readings, AbortSignal.any([stopping, ending.signal]))
    const leftOut = parsed.filter(({ provider }) => !readings.some((reading) => reading.provider === provider))
    const typed = withFieldTypes(agreement, job)
    return leftOut.length === 0 ? typed : withNote(typed, couldNotBeCompared(leftOut))
  } catch (error) {
    if (ending.signal.aborted) return null
    stopping.throwIfAborted()
    if (isStorageOutage(error)) throw error
    parts.logger.error({ err: loggable(error), jobId: job.id }, 'the agreement failed, the job ends without it')
    return {
      ...notComparedAgreement,
      recommendationNote: 'The documents could not be compared, because it took too long or too much memory.',
    }
  } finally {
    ending.release()
  }
}

const withFieldTypes = (agreement: Agreement, { extraction }: StoredJob): Agreement => {
  const { schema } = extraction === null ? {} : parseExtractionSchema(extraction.schema)
  if (schema === undefined || agreement.extraction === undefined) return agreement
  const types = fieldTypesOf(schema).map(({ enum: listed, ...type }) => ({
    ...type,
    ...(listed !== undefined && { enum: [...listed] }),
  }))
  return { ...agreement, extraction: { ...agreement.extraction, types } }
}

const notComparedAgreement: Agreement = {
  verdict: 'not_compared',
  pairs: [],
  pages: [],
  disputes: [],
  omittedDisputeCount: 0,
}

/** Null if there is none, or none that can be read: then the others are compared without it. */
const readingOfRun = async ({ blobs, logger, providers }: WorkerParts, run: Run): Promise<StoredReading | null> => {
  const { provider, readingPath, jobId } = run
  if (readingPath === null) return null
  try {
    const family = providers.get(provider)?.family
    const json = await readReading(blobs, readingPath)
    return { provider, json, durationMs: measuredDuration(run), ...(family !== undefined && { family }) }
  } catch (error) {
    if (isStorageOutage(error)) throw error
    logger.error({ err: loggable(error), jobId, provider }, 'a document cannot be compared')
    return null
  }
}

const couldNotBeCompared = (runs: readonly Run[]): string =>
  `${runs.map(({ provider }) => provider).join(', ')} could not be compared: the reading is too long or was not stored.`

const withNote = ({ recommendation, recommendationNote, ...figures }: Agreement, note: string): Agreement =>
  recommendation === undefined
    ? { ...figures, recommendationNote: [recommendationNote, note].filter((text) => text !== undefined).join(' ') }
    : { ...figures, recommendation: { ...recommendation, reasons: [...recommendation.reasons, note] } }
