import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A PDF of which the truth is known. */
export type KnownDocument = {
  readonly id: string
  /** Documents of one set are counted together. */
  readonly set: string
  /** ISO 639-2/T. */
  readonly language: string
  /** Paths. */
  readonly pdf: string
  readonly truth: string
}

/**
 * The documents of a folder that has each as `<id>.pdf` and `<id>.truth.md`, ascending by id. A line of `documents.jsonl`
 * there or one folder up, with `id`, `kind` and `language`, says more about one; without it, it is English, and its set is
 * what its id begins with: `scan` of `scan-3`.
 */
export const knownDocuments = async (folder: string): Promise<KnownDocument[]> => {
  const lines = await Promise.all(
    [folder, join(folder, '..')].map((at) => readFile(join(at, 'documents.jsonl'), 'utf8').catch(() => '')),
  )
  const entries = lines
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line): { id: string; kind?: string; language?: string } => JSON.parse(line))
  const ids = (await readdir(folder)).flatMap((name) => (name.endsWith('.truth.md') ? [name.slice(0, -9)] : []))
  return ids.toSorted().map((id) => {
    const entry = entries.find((one) => one.id === id)
    return {
      id,
      set: entry?.kind ?? id.split('-')[0] ?? id,
      language: entry?.language ?? 'eng',
      pdf: join(folder, `${id}.pdf`),
      truth: join(folder, `${id}.truth.md`),
    }
  })
}
