import type { Agreement, Dispute, PairAgreement } from '@polyparse/contract'
import type { Compared } from './compared.ts'
import { list } from './disputes/message.ts'
import { judge, type Judged } from './judge.ts'
import type { Reading } from './reading.ts'

type Verdict = Pick<Agreement, 'recommendation' | 'recommendationNote'>

/** Scores nearer than this are level; then the time decides, if one took so much less than another. */
const level = 0.01
const timesFaster = 1.25

/** Readings that agree less than this are not the same reading: time says nothing about them. */
const sameReading = 0.97

/** Where no two texts are more alike than this, nothing tells which is right; half their letters are alike by chance. */
const anyReading = 0.65

/** Readings of an image that are as alike as this come from one recogniser, which repeats its mistakes. */
const sameRecognition = 0.995

/** Fewer words than this in each reading, on average, tell little of a provider. */
const minWords = 10

/**
 * Which provider to trust: the one with the best score, of those that are level and read the same the fastest. None where
 * the evidence is thin, with a note that says why.
 */
export const recommend = (
  compared: readonly Compared[],
  pairs: readonly PairAgreement[],
  disputes: readonly Dispute[],
  words: number,
): Verdict => {
  const [only] = compared
  if (only === undefined) return note('No provider parsed the document.')
  if (compared.length === 1)
    return note(`Only ${only.provider} parsed the document: there is nothing to compare it with.`)
  if (words === 0) return note('No provider found any text in the document.')
  const withText = compared.filter(({ reading }) => hasText(reading))
  if (withText.length === 1)
    return note(`Only ${withText[0]?.provider} found text in the document: there is nothing to compare it with.`)
  if (words < minWords * withText.length)
    return note('There is too little text in the document to tell which provider to trust.')
  if (pairs.every(({ text = 0 }) => text < anyReading))
    return note(
      `${list(compared.map(({ provider }) => provider))} hardly agree, and nothing tells which of them is right.`,
    )
  if (compared.some(({ reading }) => isRecognized(reading)) && pairs.every(({ text = 0 }) => text >= sameRecognition))
    return note(
      'Most pages have no text of their own, and what was recognised in their images is the same everywhere: that says nothing of whether it is right.',
    )
  const judged = compared
    .map((one) => judge(one, compared, pairs, disputes))
    .toSorted((one, other) => other.score - one.score)
  const [first, second] = judged
  if (first === undefined || second === undefined) return note('Nothing could be compared.')
  return first.score - second.score >= level ? chosen(first, []) : among(judged, pairs)
}

const hasText = ({ pages, tables }: Reading): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => text.trim() !== '')) ||
  tables.some(({ cells }) => cells.some(({ text }) => text.trim() !== ''))

/** Whether most of its pages were read from their images. */
const isRecognized = ({ pages, warnings }: Reading): boolean =>
  warnings.filter(({ code }) => code === 'page_recognized').length * 2 > pages.length

const note = (recommendationNote: string): Verdict => ({ recommendationNote })

const chosen = ({ provider, reasons }: Judged, more: readonly string[]): Verdict => ({
  recommendation: { provider, reasons: [...more, ...reasons] },
})

/** Of those that are level, the fastest; any of them, if they read the same and another is worse. */
const among = (judged: readonly Judged[], pairs: readonly PairAgreement[]): Verdict => {
  const best = judged[0]?.score ?? 0
  const equals = judged
    .filter(({ score }) => best - score < level)
    .toSorted((one, other) => one.durationMs - other.durationMs || other.score - one.score)
  const names = equals.map(({ provider }) => provider)
  const between = pairs.filter(({ providers }) => providers.every((provider) => names.includes(provider)))
  const readSame = between.every(({ overall = 0 }) => overall >= sameReading)
  const [fastest, slowest] = [equals[0], equals.at(-1)]
  if (fastest === undefined || slowest === undefined) return note('Nothing could be compared.')
  const together = list(names)
  if (!readSame) return note(`${together} differ, and nothing tells which of them is right: look at the disputes.`)
  if (fastest.durationMs * timesFaster <= slowest.durationMs)
    return chosen(fastest, [
      `${together} read the document alike; it took ${seconds(fastest)}, ${slowest.provider} ${seconds(slowest)}.`,
    ])
  if (equals.length < judged.length) return chosen(fastest, [`${together} read the document alike: either will do.`])
  return note(`${together} read the document alike, in about the same time: any of them will do.`)
}

const seconds = ({ durationMs }: Judged): string => `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`
