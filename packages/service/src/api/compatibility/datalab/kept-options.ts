import { Check } from '@polyparse/document/typebox/value'
import { DatalabAnswerOptions, datalabOutputs } from '../../../compatibility/datalab/options.ts'
import type { StoredJob } from '../../../jobs/job.ts'

/** The key in the metadata of a job. */
const datalabMetadataKey = 'datalab'

/** Writes the options of an answer as metadata that is kept with its job. */
export const keepDatalabOptions = (options: DatalabAnswerOptions): Record<string, string> => ({
  [datalabMetadataKey]: JSON.stringify(options),
})

/**
 * The same, read again; null for a job that was not made for Datalab's route, whatever its own metadata says: the labels
 * are the caller's own, and it need not have what the answer is made of.
 */
export const keptDatalabOptions = ({
  operation,
  outputs,
  metadata,
}: Pick<StoredJob, 'operation' | 'outputs' | 'metadata'>): DatalabAnswerOptions | null => {
  const kept = parsedOrNull(metadata?.[datalabMetadataKey] ?? '')
  if (operation !== 'parse' || !Check(DatalabAnswerOptions, kept)) return null
  return datalabOutputs(kept).every((output) => outputs.includes(output)) ? kept : null
}

const parsedOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
