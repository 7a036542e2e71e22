import { readFile } from 'node:fs/promises'
import { agree, type Family } from '@polyparse/compare'
import { readerFamilies } from '@polyparse/readers'
import { overallOf, score } from '../score/score.ts'
import { cachedReading, type Provider } from './cached-readings.ts'
import type { KnownDocument } from './known-documents.ts'

/** What came of the recommendation for one document. */
export type Judged = {
  readonly document: KnownDocument
  /** How well each provider read it, 0 to 1. */
  readonly scores: ReadonlyMap<Provider, number>
  /** Null where none was recommended. */
  readonly recommended: string | null
  /** The reasons, or why there is no recommendation. */
  readonly why: string
}

const familyOf = {
  auto: readerFamilies.auto,
  'provider-a': readerFamilies.fast,
  'provider-b': readerFamilies.optical,
  'provider-c': readerFamilies.structure,
} satisfies Record<Provider, Family>

/** A reading that scores so much less than the best is as right to recommend: nobody would see the difference. */
const margin = 0.01

/** Which of the readings of these providers is recommended, and how well each of them has read the document. */
export const judge = async (
  document: KnownDocument,
  providers: readonly Provider[],
  cache: string,
): Promise<Judged> => {
  const truth = await readFile(document.truth, 'utf8')
  const all = await Promise.all(
    providers.map(async (provider) => ({ provider, read: await cachedReading(cache, document.id, provider) })),
  )
  const { recommendation, recommendationNote } = await agree(
    all.flatMap(({ provider, read }) =>
      read?.reading === undefined
        ? []
        : [{ provider, reading: read.reading, durationMs: read.durationMs, family: familyOf[provider] }],
    ),
  )
  return {
    document,
    scores: new Map(all.map(({ provider, read }) => [provider, overallOf(score(truth, read?.markdown ?? ''))])),
    recommended: recommendation?.provider ?? null,
    why: recommendation?.reasons.join(' ') ?? recommendationNote ?? '',
  }
}

/** Tells whether no other provider has read the document noticeably better. */
export const isRight = ({ scores }: Judged, provider: string): boolean => {
  const own = [...scores].find(([name]) => name === provider)?.[1] ?? 0
  return own >= Math.max(...scores.values()) - margin
}
