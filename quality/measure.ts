import { markdown as markdownOf } from '@polyparse/document'
import { truthOf, pdfOf, type DocumentEntry } from './documents.ts'
import { openReaders, readersAtOnce, type Provider } from './read.ts'
import { score, type Scores } from './score/score.ts'

/** The outcome of one provider for one document; `scores` is null when it could not be read. */
export type Outcome = {
  readonly document: DocumentEntry
  readonly provider: Provider
  readonly scores: Scores | null
  readonly markdown: string
  readonly error?: string
}

/** Pages without text are read by the reader of images, all others by those of text layers. */
export const providersFor = ({ kind }: DocumentEntry): readonly Provider[] =>
  kind === 'scan' ? ['provider-b'] : ['provider-a', 'provider-c']

/** Has every document read by the providers meant for it, and scores the results. */
export const measure = async (documents: readonly DocumentEntry[]): Promise<Outcome[]> => {
  const readers = await openReaders()
  try {
    const waiting = documents.flatMap((document) => providersFor(document).map((provider) => ({ document, provider })))
    const outcomes: Outcome[] = []
    const workOff = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { document, provider } = next
        try {
          const markdown = markdownOf(await readers.read(provider, pdfOf(document.id), document.language))
          outcomes.push({ ...next, scores: score(await truthOf(document.id), markdown), markdown })
        } catch (error) {
          outcomes.push({ ...next, scores: null, markdown: '', error: String(error) })
        }
      }
    }
    await Promise.all(Array.from({ length: readersAtOnce }, workOff))
    return outcomes.toSorted(
      (one, other) => one.document.id.localeCompare(other.document.id) || one.provider.localeCompare(other.provider),
    )
  } finally {
    await readers.close()
  }
}
