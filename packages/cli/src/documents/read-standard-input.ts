import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../cli-error.ts'
import type { Invocation } from '../invocation.ts'
import { temporaryFolder } from '../service/temporary-folder.ts'
import { safeFileName } from './file-names.ts'
import type { DocumentSource } from './document-source.ts'

/** The document on standard input, as a file that is removed when this is disposed of. */
export const readStandardInput = async (
  { stdin }: Invocation,
  filename = 'document',
  signal: AbortSignal,
): Promise<Disposable & { source: DocumentSource }> => {
  if (stdin.isTTY === true)
    throw new UsageError('`-` reads a document from standard input, which is the terminal: pipe a document in.')
  const folder = temporaryFolder()
  const path = join(folder.path, safeFileName(filename))
  try {
    await pipeline(stdin, createWriteStream(path), { signal })
  } catch (error) {
    folder[Symbol.dispose]()
    throw error
  }
  return { source: { path, filename }, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}
