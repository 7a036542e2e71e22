import { PGlite } from '@electric-sql/pglite'

/**
 * Its cache of pages. PostgreSQL's own default of 128 MB is touched as a whole at the start and never given back, and
 * what is not in this cache is in that of the system.
 */
const sharedBuffers = '16MB'

/** The parameters with which PGlite is started. */
export const startParameters: readonly string[] = [
  ...PGlite.defaultStartParams,
  '-c',
  `shared_buffers=${sharedBuffers}`,
]
