import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { readerEngines } from '@polyparse/readers'
import { createSandbox, openDocument } from '@polyparse/sandbox'

/* All that the measurements need of the readers: a PDF goes in, and what is read of it comes out. */

export const providers = ['provider-a', 'provider-b', 'provider-c'] as const
export type Provider = (typeof providers)[number]

const engineOf: Readonly<Record<Provider | 'auto', string>> = {
  auto: 'auto',
  'provider-a': 'pdf',
  'provider-b': 'optical',
  'provider-c': 'structure',
}

/** How many documents are read at once. */
export const readersAtOnce = 2

/** Milliseconds that a document may take. */
const maxMs = 300_000

export type Readers = {
  /** Returns what a provider reads of a PDF; `language` is given by its three letters. Rejects when it cannot be read. */
  read(provider: Provider | 'auto', pdf: URL, language: string): Promise<Document>
  close(): Promise<void>
}

/** The engines of the local providers in processes of their own, without a service. Close it. */
export const openReaders = async (): Promise<Readers> => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-quality-'))
  const sandbox = createSandbox({ ...readerEngines, size: readersAtOnce, spoolDirectory })
  return {
    read: async (provider, pdf, language) => {
      const request = {
        ...defaultRequest,
        mediaType: 'application/pdf',
        recognition: { ...defaultRequest.recognition, languages: [language] },
      }
      const work = { open: async () => createReadStream(pdf), request }
      return openDocument(await sandbox.run(engineOf[provider], work, AbortSignal.timeout(maxMs)))
    },
    close: async () => {
      await sandbox.close()
      await rm(spoolDirectory, { recursive: true, force: true })
    },
  }
}
