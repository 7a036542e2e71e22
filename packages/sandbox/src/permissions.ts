import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startedModule } from '@polyparse/document/started-module'

/** The folders of the packages that the program of a sandboxed process is in. */
const packages = ['@polyparse/sandbox', '@polyparse/engine', '@polyparse/document'].map((name) =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
)

/** The folders of code that every process may read. */
export const codeFolders = (): string[] =>
  [...packages, ...(createRequire(import.meta.url).resolve.paths('any') ?? [])].filter((path) => existsSync(path))

/** Loaded by `--require`, because a thread that is started from text does not load what `--import` names. */
const gate = startedModule(import.meta.filename, 'gate')

/**
 * Node's flags for a sandboxed process: no network, no child processes, no writing, and no files but these. They bind
 * JavaScript and WebAssembly; native code is not bound, so engines hand it bytes and no paths.
 */
export const permissionFlags = (readable: readonly string[], memoryBytes: number): string[] => [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  // The warning says that the two flags above need care.
  '--disable-warning=SecurityWarning',
  `--require=${gate}`,
  ...readable.map((path) => `--allow-fs-read=${realpathSync(path)}`),
  `--max-old-space-size=${Math.ceil(memoryBytes / 1024 ** 2)}`,
]
