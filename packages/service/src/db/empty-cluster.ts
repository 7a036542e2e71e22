import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/**
 * An empty database cluster, packed. Creating one takes more CPU time than the rest of a first start, so it is done once:
 * by `npm install` in the repository, and at build time for the published package.
 */
export const emptyClusterFile = fileURLToPath(new URL('../../vendor/empty-cluster.tar.gz', import.meta.url))

/** The option of PGlite that loads it, to be disposed of once it is loaded. */
type EmptyCluster = Disposable & { readonly option: { readonly loadDataDir?: Blob } }

/**
 * Unpacks it here: PGlite would do it in thousands of pieces, which leave the memory of the process in fragments. Its 40 MB
 * are given back by hand, because a process that has just started may not collect its garbage for hours. Without the
 * file, PGlite creates a cluster itself.
 */
export const openEmptyCluster = async (): Promise<EmptyCluster> => {
  if (!existsSync(emptyClusterFile)) return { option: {}, [Symbol.dispose]: () => {} }
  const packed = await readFile(emptyClusterFile)
  // The size at the end of a file of gzip (RFC 1952, 2.3.1); with room for it all, it becomes one piece.
  const { buffer } = gunzipSync(packed, { chunkSize: packed.readUInt32LE(packed.length - 4) + 1 })
  const content = Object.assign(new Blob([], { type: 'application/x-tar' }), { arrayBuffer: async () => buffer })
  return { option: { loadDataDir: content }, [Symbol.dispose]: () => void buffer.transfer(0) }
}
