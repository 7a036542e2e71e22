import type { JobParameters } from '@polyparse/contract'
import type { ChosenSource } from './source.ts'

type ExtractionState = {
  readonly sources: readonly ChosenSource[]
  /** The one that is to be filled; null for the view's own choice. */
  readonly schema: Readonly<Record<string, unknown>> | null
  /** A job that has read the document. */
  readonly from: string | null
}

/** The state of the view of extractions, kept so that a look at a result loses nothing. */
export const savedExtraction: { state: ExtractionState } = { state: { sources: [], schema: null, from: null } }

/** Makes it begin with the document of a job and, if that has filled one, its schema. */
export const prepareExtraction = (
  from: string,
  source: ChosenSource | null,
  parameters: JobParameters | undefined,
): void => {
  const { schema } = savedExtraction.state
  const sources = source === null ? [] : [source]
  savedExtraction.state = { sources, schema: parameters?.extraction?.schema ?? schema, from }
}
