import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/readers'
import { createSandbox, openDocument } from '@polyparse/readers/sandbox'

/* All that the gate needs of the readers: a PDF goes in, and the Markdown that a caller would get comes out. */

export const providers = ['provider-a', 'provider-b', 'provider-c'] as const
export type Provider = (typeof providers)[number]

const engineOf: Readonly<Record<Provider, string>> = {
  'provider-a': 'pdf',
  'provider-b': 'optical',
  'provider-c': 'structure',
}

/** How many documents are read at once. */
export const readersAtOnce = 2

export type Readers = {
  /** The Markdown of a PDF; `language` is given by its three letters. Rejects when it cannot be read. */
  read(provider: Provider, pdf: URL, language: string): Promise<string>
  close(): Promise<void>
}

/** The engines of the local providers in processes of their own, without a service. Close it. */
export const openReaders = async (): Promise<Readers> => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-quality-'))
  const sandbox = createSandbox({ size: readersAtOnce, spoolDirectory })
  return {
    read: async (provider, pdf, language) => {
      const request = {
        ...defaultRequest,
        mediaType: 'application/pdf',
        recognition: { ...defaultRequest.recognition, languages: [language] },
      }
      const work = { open: async () => createReadStream(pdf), request }
      return markdown(openDocument(await sandbox.run(engineOf[provider], work, AbortSignal.timeout(120_000))))
    },
    close: async () => {
      await sandbox.close()
      await rm(spoolDirectory, { recursive: true, force: true })
    },
  }
}
