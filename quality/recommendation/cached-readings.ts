import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Reading, readingOf } from '@polyparse/compare'
import { markdown } from '@polyparse/document'
import { openReaders, providers as localProviders, readersAtOnce, type Readers } from '../read.ts'
import type { KnownDocument } from './known-documents.ts'

export const providers = ['auto', ...localProviders] as const
export type Provider = (typeof providers)[number]

/** What a provider made of a document, as it is kept; without `reading` when it could not read it. */
export type CachedReading = {
  readonly reading?: Reading
  readonly markdown: string
  readonly durationMs: number
}

/** Has each provider read every document whose reading is not in the folder yet. */
export const fillCache = async (
  documents: readonly KnownDocument[],
  providers: readonly Provider[],
  cache: string,
): Promise<void> => {
  await mkdir(cache, { recursive: true })
  const all = documents.flatMap((document) => providers.map((provider) => ({ document, provider })))
  const known = await Promise.all(all.map(({ document, provider }) => cachedReading(cache, document.id, provider)))
  const waiting = all.filter((_, index) => known[index] === null)
  if (waiting.length === 0) return
  const readers = await openReaders()
  try {
    const workOff = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const read = await readOne(readers, next.document, next.provider)
        await writeFile(pathOf(cache, next.document.id, next.provider), JSON.stringify(read))
      }
    }
    await Promise.all(Array.from({ length: readersAtOnce }, workOff))
  } finally {
    await readers.close()
  }
}

/** Null if there is none yet. */
export const cachedReading = async (cache: string, id: string, provider: Provider): Promise<CachedReading | null> => {
  const json = await readFile(pathOf(cache, id, provider), 'utf8').catch(() => null)
  if (json === null) return null
  const read: CachedReading = JSON.parse(json)
  return read
}

const pathOf = (cache: string, id: string, provider: Provider): string => join(cache, `${id}.${provider}.json`)

const readOne = async (
  readers: Readers,
  { pdf, language }: KnownDocument,
  provider: Provider,
): Promise<CachedReading> => {
  const startedAt = performance.now()
  try {
    const document = await readers.read(provider, pathToFileURL(pdf), language)
    const durationMs = Math.round(performance.now() - startedAt)
    return { reading: readingOf(document), markdown: markdown(document), durationMs }
  } catch {
    return { markdown: '', durationMs: Math.round(performance.now() - startedAt) }
  }
}
