import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import packageJson from 'pdfjs-dist/package.json' with { type: 'json' }

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Not needed: what runs the scripts of a document, and what stands in for WebAssembly. */
const needed = (path: string): boolean => !/^quickjs|_nowasm_/.test(basename(path))

/**
 * What pdf.js loads by name while it reads (character maps, fonts, decoders, colour profiles): from its package to
 * folders of the assets. Their names have the version, so what is behind an address never changes.
 */
export const pdfFolders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'].map((name) => ({
  from: join(folder, name),
  to: `pdfjs-${packageJson.version}-${name}`,
  needed,
}))
