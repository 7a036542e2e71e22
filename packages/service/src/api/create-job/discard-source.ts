import type { NewSource } from '../../jobs/job.ts'
import type { ApiParts } from '../parts.ts'

/** Deletes an upload that no job owns. If it cannot be deleted now, the janitor finds it. */
export const discardSource = async ({ blobs, logger }: ApiParts, source: NewSource): Promise<void> => {
  if ('url' in source) return
  try {
    await blobs.delete(source.path)
  } catch {
    logger.warn({ path: source.path }, 'an unused upload could not be deleted yet')
  }
}
