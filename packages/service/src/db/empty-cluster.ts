import { existsSync, openAsBlob } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * An empty database cluster, packed. Creating one takes more CPU time than the rest of a first start, so it is done once:
 * by `npm install` in the repository, and at build time for the published package.
 */
export const emptyClusterFile = fileURLToPath(new URL('../../vendor/empty-cluster.tar.gz', import.meta.url))

/** The option of PGlite that loads it; without the file, PGlite creates a cluster itself. */
export const openEmptyCluster = async (): Promise<{ readonly loadDataDir?: Blob }> =>
  existsSync(emptyClusterFile)
    ? { loadDataDir: await openAsBlob(emptyClusterFile, { type: 'application/x-gzip' }) }
    : {}
