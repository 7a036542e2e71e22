import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders of the packages, each with its code and what it brings beside it. */
const packages = ['@polyparse/readers', '@polyparse/document'].map((name) =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
)

/** What an engine's own code is made of: the only files, beside its documents, that its process may read. */
export const codeFolders = (): string[] =>
  [
    ...packages,
    ...(createRequire(import.meta.url).resolve.paths('any') ?? []),
  ].filter((path) => existsSync(path))

/** By `--require`: what `--import` names is not loaded in a thread that is started from text. */
const boundThreads = join(import.meta.dirname, `bind-threads${extname(import.meta.filename)}`)

/**
 * Node's flags for a sandboxed process: no network, no child processes, no writing, and no files but these. They bind
 * JavaScript and WebAssembly; native code is not bound, so engines hand it bytes and no paths.
 */
export const permissionFlags = (readable: readonly string[], memoryBytes: number): string[] => [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--require=${boundThreads}`,
  ...readable.map((path) => `--allow-fs-read=${realpathSync(path)}`),
  `--max-old-space-size=${Math.ceil(memoryBytes / 1024 ** 2)}`,
]
