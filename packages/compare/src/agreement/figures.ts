import type { PageAgreement, PairAgreement } from '@polyparse/contract'
import { itemAt } from '@polyparse/document/items'
import { commonSubsequences } from '../align/common-subsequences.ts'
import { agreementParameters } from '../parameters.ts'
import type { Reading } from '../reading.ts'
import type { Tally } from './tally.ts'

/** The figures of two readings over the whole document. */
export const pairAgreement = (
  providers: readonly [string, string],
  tally: Tally,
  headings: number | null,
): PairAgreement => {
  const figures = figuresOfTally(tally, headings)
  const overall = overallOf(figures)
  return {
    providers: [...providers],
    ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, roundAgreement(figure)])),
    ...(overall !== null && { overall: roundAgreement(overall) }),
  }
}

/** The tally of two readings, by their indices among the readings. */
export type PairTally = { readonly one: number; readonly other: number; readonly tally: Tally }

/** Returns how far each provider agrees with the others on a page, and which of at least three is the outlier. */
export const pageAgreement = (
  page: number,
  providers: readonly string[],
  { tallies, isApproximate }: { readonly tallies: readonly PairTally[]; readonly isApproximate: boolean },
): PageAgreement => {
  const pairs = tallies.flatMap(({ one, other, tally }) => {
    const overall = overallOf(figuresOfTally(tally, null))
    return overall === null ? [] : [{ one, other, overall }]
  })
  const mean = (of: typeof pairs): number | null =>
    of.length === 0 ? null : of.reduce((sum, { overall }) => sum + overall, 0) / of.length
  const means = providers.map((_, reading) =>
    mean(pairs.filter(({ one, other }) => one === reading || other === reading)),
  )
  const agreement = Object.fromEntries(
    providers.flatMap((provider, reading) => {
      const share = itemAt(means, reading)
      return share === null ? [] : [[provider, roundAgreement(share)]]
    }),
  )
  const lowest = means.reduce<number>(
    (min, share, reading) => (share !== null && share < (itemAt(means, min) ?? 2) ? reading : min),
    0,
  )
  const others = pairs.filter(({ one, other }) => one !== lowest && other !== lowest)
  const lowestOfOthers = others.reduce((min, { overall }) => Math.min(min, overall), 1)
  const difference = lowestOfOthers - (means[lowest] ?? 1)
  const isOutlier = providers.length > 2 && others.length > 0 && difference >= agreementParameters.outlierMargin
  const outlier = providers[lowest]
  return {
    page,
    agreement,
    ...(isOutlier && outlier !== undefined && { outlier }),
    ...(isApproximate && { approximate: true }),
  }
}

const { weights } = agreementParameters

type AgreementFigures = { readonly [Name in keyof typeof weights]?: number }

/** `text` is a normalised indel similarity: the letters in common and in order, of all letters of both sides. */
const figuresOfTally = (tally: Tally, headings: number | null): AgreementFigures => {
  const { inOrder, common, all, tableSimilarity, tables } = tally
  return {
    ...(all > 0 && { text: inOrder / all }),
    ...(common > 0 && { order: inOrder / common }),
    ...(tables > 0 && { tables: tableSimilarity / tables }),
    ...(headings !== null && { headings }),
  }
}

/** The weighted mean of the figures that apply; null when none does. */
const overallOf = ({ text, order, tables, headings }: AgreementFigures): number | null => {
  const figures = [
    [text, weights.text],
    [order, weights.order],
    [tables, weights.tables],
    [headings, weights.headings],
  ] as const
  let [sum, total] = [0, 0]
  for (const [figure, weight] of figures) {
    if (figure === undefined) continue
    sum += figure * weight
    total += weight
  }
  return total === 0 ? null : sum / total
}

const roundAgreement = (figure: number): number =>
  Math.round(figure * agreementParameters.precision) / agreementParameters.precision

/**
 * The similarity of the headings of two readings (Dice): those in common and in order, with less for another level; null
 * when neither has any.
 */
export const headingSimilarity = (one: Reading, other: Reading): number | null => {
  const [headings, others] = [headingsOf(one), headingsOf(other)]
  if (headings.length + others.length === 0) return null
  let common = 0
  commonSubsequences(
    headings.length,
    others.length,
    (at, otherAt) => headings[at]?.key === others[otherAt]?.key,
    (length, at, otherAt) => {
      for (let step = 0; step < length; step += 1) {
        const isSameLevel = headings[at + step]?.level === others[otherAt + step]?.level
        common += isSameLevel ? 1 : agreementParameters.otherLevelShare
      }
    },
  )
  return (2 * common) / (headings.length + others.length)
}

const headingsOf = ({ pages }: Reading): { key: string; level: number }[] =>
  pages
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'title' || type === 'heading')
    .slice(0, agreementParameters.maxHeadings)
    .map(({ text, level, type }) => ({
      key: text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, ''),
      level: level ?? (type === 'title' ? 1 : 0),
    }))
