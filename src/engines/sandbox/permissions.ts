import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const engines = dirname(import.meta.dirname)
const root = dirname(dirname(engines))

/** What an engine's own code is made of: the only folders, beside its spool folder, that its process may read. */
const codeFolders = (): string[] => [
  engines,
  join(dirname(engines), 'document'),
  join(dirname(engines), 'lib'),
  join(root, 'package.json'),
  ...(createRequire(import.meta.url).resolve.paths('any') ?? []),
]

/**
 * Node's flags for a sandboxed process: no network, no child processes, no writing, and no files but its code and its
 * documents. They bind JavaScript and WebAssembly; native code is not bound, so engines hand it bytes and no paths.
 */
export const permissionFlags = (folders: readonly string[], memoryBytes: number): string[] => [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  ...[...codeFolders(), ...folders]
    .filter((path) => existsSync(path))
    .map((path) => `--allow-fs-read=${realpathSync(path)}`),
  `--max-old-space-size=${Math.ceil(memoryBytes / 1024 ** 2)}`,
]
