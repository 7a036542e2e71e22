import type { CompareResult, Dispute } from '@polyparse/contract'
import type { ComparedDocument, NumberedDispute } from '../view/compared-document.ts'
import { parsedProviders } from '../view/compared-document.ts'
import { textsOfResult } from '../view/texts/texts-of.ts'
import { partsOfUnit } from '../view/texts/text-page.ts'
import { tokenize } from '../tokens/tokenize.ts'
import type { JudgedDocument, JudgedReading, Settlement } from '@polyparse/contract/judgements'

/** A text that may be chosen as right, with the providers that read it. */
export type Choice = { readonly text: string; readonly providers: readonly string[] }

/** A person's answer about a dispute. */
export type DisputeAnswer =
  | { readonly answer: 'side'; readonly choice: Choice }
  | { readonly answer: 'text'; readonly text: string }
  | { readonly answer: 'skip' }

/**
 * Tells whether two texts say the same, as a comparison sees it: case, quotes, spaces and the like make no difference.
 * @example isSameText('“Net amount”', '"net  amount"') // true
 */
export const isSameText = (one: string, other: string): boolean => keyOfAnswerText(one) === keyOfAnswerText(other)

const keyOfAnswerText = (text: string): string => {
  const tokens = tokenize(text)
  const needed = tokens.filter(({ optional }) => !optional)
  return (needed.length > 0 ? needed : tokens).map(({ key }) => key).join(' ') || text.trim()
}

/** The sides of a dispute, those with the same text as one; where all have the same, as in another order, each is its own. */
export const choicesOfDispute = ({ sides }: Pick<Dispute, 'sides'>): Choice[] => {
  const groups = Map.groupBy(sides, ({ text }) => keyOfAnswerText(text))
  const byText = [...groups.values()].map((group): Choice => ({
    text: group[0]?.text ?? '',
    providers: group.map(({ provider }) => provider),
  }))
  return byText.length > 1 ? byText : sides.map(({ text, provider }) => ({ text, providers: [provider] }))
}

/** A dispute with what a person said about it. A typed text that a side has makes that side right. */
export const settle = ({ number, dispute }: NumberedDispute, said: DisputeAnswer): Settlement => {
  const { kind, page } = dispute
  const sides = dispute.sides.map(({ provider, text, before, after }) => ({ provider, text, before, after }))
  const of = { dispute: number, kind, page, sides, answer: said.answer }
  if (said.answer === 'skip') return { ...of, right: [] }
  if (said.answer === 'side') return { ...of, truth: said.choice.text, right: [...said.choice.providers] }
  const right = sides.filter(({ text }) => isSameText(text, said.text)).map(({ provider }) => provider)
  return { ...of, truth: said.text.trim(), right }
}

/** A comparison before any of its disputes is settled. */
export const unjudged = (document: ComparedDocument, job: string | null): JudgedDocument => {
  const { name, result, disputes } = document
  const all = wordsIn(document)
  return {
    name,
    ...(job !== null && { job }),
    comparedAt: result.timing.completedAt,
    disputes: disputes.length,
    ...(all > 0 && { words: { all, disputed: Math.min(all, disputedWords(document)) } }),
    readings: readingsOf(result),
    settlements: [],
  }
}

/** Replaces what was said before about the same dispute. */
export const withSettlement = (document: JudgedDocument, settlement: Settlement): JudgedDocument => ({
  ...withoutSettlement(document, settlement.dispute),
  settlements: [...withoutSettlement(document, settlement.dispute).settlements, settlement],
})

export const withoutSettlement = (document: JudgedDocument, dispute: number): JudgedDocument => ({
  ...document,
  settlements: document.settlements.filter((each) => each.dispute !== dispute),
})

const readingsOf = ({ providers }: CompareResult): JudgedReading[] =>
  providers.flatMap((entry) => {
    if (entry.status !== 'parsed') return []
    const { pageCount, usage } = entry.result
    const { cost, currency, costIsEstimate } = usage ?? {}
    return [
      {
        provider: entry.provider,
        pages: pageCount,
        durationMs: entry.durationMs,
        ...(cost !== undefined && { cost }),
        ...(currency !== undefined && { currency }),
        ...(costIsEstimate !== undefined && { costIsEstimate }),
      },
    ]
  })

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** The words of the document: the mean of its readings. */
const wordsIn = (document: ComparedDocument): number => {
  const counts = parsedProviders(document)
    .map(({ parsed }) =>
      textsOfResult(parsed)
        .pages.flatMap(({ units }) => units.flatMap(partsOfUnit))
        .reduce((sum, part) => sum + countWords(part), 0),
    )
    .filter((count) => count > 0)
  return counts.length === 0 ? 0 : Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length)
}

/** The words of the sides of all disputes, the longest of each; what is not listed counts as a word each. */
const disputedWords = ({ disputes, result }: ComparedDocument): number =>
  disputes.reduce((sum, { dispute: { sides, otherOccurrences = [] } }) => {
    const longest = Math.max(1, ...sides.map(({ text }) => countWords(text)))
    return sum + longest * (1 + otherOccurrences.length)
  }, result.agreement?.omittedDisputeCount ?? 0)
