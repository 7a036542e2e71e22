import type { Extraction } from '@polyparse/document'
import { readModelAnswer } from '@polyparse/extraction'
import type { FillingPurpose } from '../../jobs/filling.ts'
import { type KeptAnswer, readKeptAnswers } from '../filling/kept-answer.ts'
import type { RenderRequest } from './messages.ts'

/** The answers of a model for one purpose about the portions of a document, in their order. */
export type ModelAnswers = {
  readonly answers: readonly unknown[]
  /** Portions about which nothing, or not all, is known. */
  readonly doubts: readonly PortionDoubt[]
  /** Why there is no answer at all; null where there is one. */
  readonly failure: string | null
  /** The name that its endpoint gives. */
  readonly model: string | null
  readonly usage: Extraction['usage']
}

export type PortionDoubt = { readonly pages: readonly number[]; readonly why: string }

/** Portions that have a warning of their own. */
export const maxPortionWarnings = 10

/** The answers of a model for one purpose, whatever it has answered. */
export const readModelAnswers = (
  { answers: json, why }: NonNullable<RenderRequest['fillings']>[number],
  purpose: FillingPurpose,
): ModelAnswers => {
  const all = json === null ? [] : readKeptAnswers(new TextDecoder().decode(json))
  const kept = all.filter((answer) => answer.purpose === purpose)
  const read = kept.filter(({ isDivided }) => !isDivided).map(readPortionAnswer)
  const answers = read.flatMap(({ data }) => data ?? [])
  const doubts = read.flatMap(({ doubt }) => doubt ?? [])
  return {
    answers,
    doubts,
    failure: answers.length > 0 ? null : (why ?? doubts[0]?.why ?? 'There was no text to ask about.'),
    model: kept.find((answer) => answer.model !== null)?.model ?? null,
    usage: usageOf(kept),
  }
}

const readPortionAnswer = (answer: KeptAnswer): { readonly data?: unknown; readonly doubt?: PortionDoubt } => {
  const { pages, failure, isDeclined, isCut, text } = answer
  const refuse = (why: string) => ({ doubt: { pages, why } })
  if (failure !== null) return refuse(failure)
  if (isDeclined) return refuse('the model declined.')
  const { data, refusal } = readModelAnswer(text, isCut)
  if (data === undefined) return refuse(refusal)
  return { data, ...(isCut && refuse('the answer was cut off because it was too long.')) }
}

/**
 * Pages as a sentence names them.
 * @example pagesInWords([1, 2, 3]) // 'pages 1 to 3'
 */
export const pagesInWords = (pages: readonly number[]): string => {
  const [first = 1] = pages
  const last = pages.at(-1) ?? first
  return first === last ? `page ${first}` : `pages ${first} to ${last}`
}

const usageOf = (kept: readonly KeptAnswer[]): Extraction['usage'] => {
  const tokens = kept.flatMap((answer) => answer.tokens ?? [])
  const costs = kept.flatMap(({ cost }) => cost ?? [])
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
  const countOf = (numbers: readonly number[]): number => Math.max(0, Math.round(sum(numbers)))
  const asked = kept.filter(({ failure }) => failure === null).length
  return {
    ...(tokens.length > 0 &&
      tokens.length === asked && {
        tokens: {
          input: countOf(tokens.map(({ input }) => input)),
          output: countOf(tokens.map(({ output }) => output)),
        },
      }),
    // Billionths are enough: a sum of binary fractions has digits that mean nothing.
    ...(costs.length > 0 && costs.length === asked && { cost: Math.round(sum(costs) * 1e9) / 1e9, currency: 'USD' }),
  }
}
