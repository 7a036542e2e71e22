import { limits, type JobSummary, type Metadata } from '@polyparse/contract'

/*
 * The app groups the jobs of one drop by labels, so that uploads belong together too, and any browser and program finds
 * them: `GET /api/v1/jobs?metadata.batch=ID`.
 */
export const [batchLabel, pathLabel] = ['batch', 'path']

/** The label marks jobs of a batch that fill a schema: their list says nothing of outputs. */
const extractionLabel = 'extraction'

export const newBatchId = (): string => crypto.randomUUID()

/**
 * `path`: where the document was below the folder that was chosen, with its name.
 * @example batchLabels('may', 'letters/a.pdf', false) // { batch: 'may', path: 'letters/a.pdf' }
 */
export const batchLabels = (batch: string, path: string | undefined, isExtraction: boolean): Metadata => ({
  [batchLabel]: batch,
  ...(isExtraction && { [extractionLabel]: 'schema' }),
  // The end of a path says more than its beginning.
  ...(path !== undefined && { [pathLabel]: path.slice(-limits.metadata.valueLength).toWellFormed() }),
})

type Labelled = Pick<JobSummary, 'batchId' | 'metadata'>

/** The batch of a job: of the app, or one that a program has created. */
export const batchOf = ({ batchId, metadata }: Labelled): string | null => batchId ?? metadata?.[batchLabel] ?? null

export const isExtractionLabelled = ({ metadata }: Pick<Labelled, 'metadata'>): boolean =>
  metadata?.[extractionLabel] !== undefined

export const pathOfLabel = ({ metadata }: Pick<Labelled, 'metadata'>): string | null => metadata?.[pathLabel] ?? null

/** The folder that all paths have in common; null if there is none. */
export const commonFolder = (paths: readonly (string | null)[]): string | null => {
  const [first = null, ...others] = paths
  if (first === null) return null
  const folders = first.split('/').slice(0, -1)
  const common = others.reduce((shared, path) => {
    const parts = path?.split('/').slice(0, -1) ?? []
    const end = shared.findIndex((part, index) => part !== parts[index])
    return end < 0 ? shared : shared.slice(0, end)
  }, folders)
  return common.length === 0 ? null : common.join('/')
}
