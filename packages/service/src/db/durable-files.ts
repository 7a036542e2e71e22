import { fsyncSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { startParameters } from './start-parameters.ts'
import { syncPath } from '../lib/sync-path.ts'

/** Input/output error, in the numbers of WASI. */
const ioError = 29

/** Starts PGlite with the durability that it leaves out by default. Needs `DurableFiles` to have any effect. */
export const durableStartParameters = [
  ...startParameters.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

type SyncedStream = { readonly nfd: number }
type FileSystemModule = { NODEFS: { stream_ops: { fsync?: (stream: SyncedStream) => number } } }

const isFileSystemModule = (module: object): module is FileSystemModule => 'NODEFS' in module

/**
 * PGlite's file system with an fsync that syncs: without it a commit survives the death of the process but not of the
 * machine. Off until `sync` is set, because recovery at opening syncs every file of the directory, one by one.
 */
export class DurableFiles extends NodeFS {
  sync = false

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    const install = (module: object) => {
      if (!isFileSystemModule(module)) throw new TypeError('this version of PGlite has no file system to sync')
      module.NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (!this.sync) return 0
        try {
          fsyncSync(nfd)
          return 0
        } catch {
          return ioError
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [emscriptenOpts.preRun ?? [], install].flat() } }
  }
}

/** Syncs every file and folder of a directory, as after its creation. */
export const syncDirectory = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of [...paths, directory]) await syncPath(path)
}
