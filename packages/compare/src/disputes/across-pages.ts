import { disputeParameters, severities } from '../parameters.ts'
import type { PageDispute } from './disputes.ts'
import { enumeration } from '../format.ts'

/**
 * Merges the dispute about a passage on one page with that about the same passage on the next: it is not missing. Each
 * pair becomes one dispute about the order.
 */
export const matchAcrossPages = (disputes: readonly PageDispute[]): PageDispute[] => {
  const { minMovedAcrossPages, minSharedAcrossPages, maxAcrossPages, maxCandidates } = disputeParameters
  const passages = disputes.filter(({ words }) => words.length >= minMovedAcrossPages).slice(0, maxAcrossPages)
  const merged = new Set<PageDispute>()
  const moved: PageDispute[] = []
  const byWord = new Map<string, PageDispute[]>()
  for (const one of passages) {
    const other = [...new Set(longestWords(one).flatMap((word) => byWord.get(word) ?? []))]
      .slice(0, maxCandidates)
      .find(
        (candidate) =>
          !merged.has(candidate) &&
          isElsewhere(one, candidate) &&
          sharedPart(one, candidate, minSharedAcrossPages) >= minSharedAcrossPages,
      )
    if (other === undefined) {
      for (const word of new Set(one.words)) addToIndex(byWord, word, one)
      continue
    }
    merged.add(one).add(other)
    moved.push(asMove(other, one))
  }
  return [...disputes.filter((dispute) => !merged.has(dispute)), ...moved]
}

const addToIndex = (byWord: Map<string, PageDispute[]>, word: string, passage: PageDispute): void => {
  const known = byWord.get(word)
  if (known === undefined) byWord.set(word, [passage])
  else if (known.length < disputeParameters.maxCandidates) known.push(passage)
}

const longestWords = ({ words }: PageDispute): string[] =>
  [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, disputeParameters.indexedWords)

const isElsewhere = (one: PageDispute, other: PageDispute): boolean =>
  one.dispute.page !== other.dispute.page &&
  one.present.some((provider) => other.missing.includes(provider)) &&
  one.missing.some((provider) => other.present.includes(provider))

/** Returns the share of common words (Dice); 0 when the lengths alone rule out `minShare`. */
const sharedPart = ({ words }: PageDispute, { words: others }: PageDispute, minShare: number): number => {
  if (Math.min(words.length, others.length) < minShare * Math.max(words.length, others.length)) return 0
  const leftOver = new Map<string, number>()
  for (const word of words) leftOver.set(word, (leftOver.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of others) {
    const count = leftOver.get(word) ?? 0
    if (count > 0) shared += 1
    leftOver.set(word, count - 1)
  }
  return (2 * shared) / (words.length + others.length)
}

const asMove = (one: PageDispute, other: PageDispute): PageDispute => {
  const { dispute } = one
  const sides = dispute.sides.map((side) =>
    side.text === '' ? (other.dispute.sides.find(({ provider }) => provider === side.provider) ?? side) : side,
  )
  const message = `A passage is on page ${dispute.page} in ${enumeration(one.present)}, and on page ${other.dispute.page} in ${enumeration(other.present)}.`
  return {
    ...one,
    subject: 'order',
    words: [],
    dispute: { ...dispute, kind: 'order', sides, severity: severities.orderAcrossPages, message },
  }
}
