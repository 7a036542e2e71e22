import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../test/support/test-database/cache.ts'

const execute = promisify(execFile)

/** Programs that do the same, as they are installed from PyPI; each is asked in one process for all documents. */
const packages = ['markitdown[pdf]==0.1.9', 'kreuzberg==4.10.4', 'pymupdf4llm==1.28.2'] as const

/** What each of them does with the documents that it is given. */
const programs = {
  markitdown: `
import sys
from markitdown import MarkItDown
reader = MarkItDown()
for path in sys.argv[1:]: reader.convert(path).text_content
`,
  kreuzberg: `
import sys
from kreuzberg import extract_file_sync, ExtractionConfig
config = ExtractionConfig(output_format='markdown', use_cache=False)
for path in sys.argv[1:]: extract_file_sync(path, config=config).content
`,
  pymupdf4llm: `
import sys, pymupdf4llm
for path in sys.argv[1:]: pymupdf4llm.to_markdown(path)
`,
} as const

export type PeerName = keyof typeof programs

export type Peers = {
  /** The command by which a peer reads documents as Markdown. */
  command(name: PeerName, documents: readonly string[]): readonly [program: string, ...rest: readonly string[]]
}

/** Installs them where they are not yet; null, with a line that says so, where that cannot be done. */
export const openPeers = async (): Promise<Peers | null> => {
  const folder = join(await cacheFolder(), 'bench-peers')
  const done = join(folder, 'installed')
  try {
    if ((await readFile(done, 'utf8').catch(() => null)) !== packages.join('\n')) {
      console.log('installing the peers from PyPI')
      await rm(folder, { recursive: true, force: true })
      await execute('python3', ['-m', 'venv', folder])
      await execute(join(folder, 'bin/pip'), ['install', '--quiet', ...packages], { maxBuffer: 64 * 1024 ** 2 })
      await writeFile(done, packages.join('\n'))
    }
  } catch (error) {
    console.log(`The peers are not measured, because they could not be installed: ${String(error)}`)
    return null
  }
  return { command: (name, documents) => [join(folder, 'bin/python'), '-c', programs[name], ...documents] }
}
