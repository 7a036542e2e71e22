import type { ReadingPortion } from '@polyparse/extraction'
import { purposesOfModel } from '../../jobs/filling.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { type AskedPortion, askedPortions } from './portion-tree.ts'

/**
 * Returns everything that the model of a provider is asked for a job, in order. A whole document is labelled by its beginning, as by a
 * person who leafs through it.
 *
 * @param portions of the document, as JSON that this service has written down
 */
export const askedByJob = (job: StoredJob, provider: string, portions: string): AskedPortion[] =>
  askedPortions(
    readPortions(portions),
    purposesOfModel(job, provider).map((purpose) => ({
      purpose,
      isAboutBeginning: purpose === 'classification' && (job.classification?.by ?? 'document') === 'document',
    })),
  )

const readPortions = (json: string): ReadingPortion[] => JSON.parse(json)
