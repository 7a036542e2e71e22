import type { PlacedDispute } from './disputes.ts'

/** Shorter passages come again by chance. */
const minWords = 5
/** Of two passages, so many words must be the same for them to be one. */
const mostOf = 0.8
/** More passages than this are not looked for on other pages, and none among more than so many others. */
const maxPassages = 2_000
const maxCandidates = 30
/** A passage has one of its so many longest words in common with any that is the same. */
const tellingWords = 3

/**
 * Puts together what one provider has on one page and another on the next: a passage that stands on another page is not
 * lost. One dispute about the order is left of the two.
 */
export const acrossPages = (placed: readonly PlacedDispute[]): PlacedDispute[] => {
  const passages = placed.filter(({ words }) => words.length >= minWords).slice(0, maxPassages)
  const gone = new Set<PlacedDispute>()
  const moved: PlacedDispute[] = []
  const byWord = new Map<string, PlacedDispute[]>()
  for (const one of passages) {
    const longest = longestWords(one)
    const other = [...new Set(longest.flatMap((word) => byWord.get(word) ?? []))]
      .slice(0, maxCandidates)
      .find((candidate) => !gone.has(candidate) && isElsewhere(one, candidate) && sharedPart(one, candidate) >= mostOf)
    if (other === undefined) {
      for (const word of new Set(one.words)) listUnder(byWord, word, one)
      continue
    }
    gone.add(one).add(other)
    moved.push(asMove(other, one))
  }
  return [...placed.filter((dispute) => !gone.has(dispute)), ...moved]
}

const listUnder = (byWord: Map<string, PlacedDispute[]>, word: string, passage: PlacedDispute): void => {
  const known = byWord.get(word)
  if (known === undefined) byWord.set(word, [passage])
  else if (known.length < maxCandidates) known.push(passage)
}

const longestWords = ({ words }: PlacedDispute): string[] =>
  [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, tellingWords)

const isElsewhere = (one: PlacedDispute, other: PlacedDispute): boolean =>
  one.dispute.page !== other.dispute.page &&
  one.having.some((provider) => other.lacking.includes(provider)) &&
  one.lacking.some((provider) => other.having.includes(provider))

const sharedPart = ({ words }: PlacedDispute, { words: others }: PlacedDispute): number => {
  if (Math.min(words.length, others.length) < mostOf * Math.max(words.length, others.length)) return 0
  const left = new Map<string, number>()
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of others) {
    const count = left.get(word) ?? 0
    if (count > 0) shared += 1
    left.set(word, count - 1)
  }
  return (2 * shared) / (words.length + others.length)
}

const asMove = (one: PlacedDispute, other: PlacedDispute): PlacedDispute => {
  const { dispute } = one
  const sides = dispute.sides.map((side) =>
    side.text === '' ? (other.dispute.sides.find(({ provider }) => provider === side.provider) ?? side) : side,
  )
  const message = `A passage stands on page ${dispute.page} for ${one.having.join(', ')} and on page ${other.dispute.page} for ${other.having.join(', ')}.`
  return {
    ...one,
    subject: 'order',
    words: [],
    dispute: { ...dispute, kind: 'order', sides, severity: 0.25, message },
  }
}
