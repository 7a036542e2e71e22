import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskBlobs } from '../../src/blobs/disk.ts'

/** A blob store on disk, with a list of what it holds. */
export const openTemporaryBlobs = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-sources-'))
  const blobs = await openDiskBlobs(folder)
  return {
    blobs,
    stored: async () => {
      const paths: string[] = []
      for await (const { path } of blobs.list('')) paths.push(path)
      return paths
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
