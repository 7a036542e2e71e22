import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import packageJson from 'pdfjs-dist/package.json' with { type: 'json' }

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Not needed: the files that run a document's scripts, and the substitute for WebAssembly. */
const needed = (path: string): boolean => !/^quickjs|_nowasm_/.test(basename(path))

/**
 * The files that pdf.js loads by name while it reads (character maps, fonts, decoders, colour profiles): from its
 * package to folders of the assets. The folder names hold the version, so the content of an address never changes.
 */
export const pdfFolders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'].map((name) => ({
  from: join(folder, name),
  to: `pdfjs-${packageJson.version}-${name}`,
  needed,
}))
