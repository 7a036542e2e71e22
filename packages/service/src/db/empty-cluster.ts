import { existsSync, openAsBlob } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * An empty database cluster as PGlite makes it, packed. To make one takes more CPU time than all the rest of a first
 * start, so it is made once: `npm install` does so in the repository, and the published package has it.
 */
export const emptyClusterFile = fileURLToPath(new URL('../../vendor/empty-cluster.tar.gz', import.meta.url))

/** For `loadDataDir` of PGlite; nothing where there is none, so that PGlite makes its own. */
export const openEmptyCluster = async (): Promise<{ readonly loadDataDir?: Blob }> =>
  existsSync(emptyClusterFile)
    ? { loadDataDir: await openAsBlob(emptyClusterFile, { type: 'application/x-gzip' }) }
    : {}
