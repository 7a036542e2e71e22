import { type Document, type Extraction, render, warning, type Warning } from '@polyparse/document'
import {
  extractFromDocument,
  type PageText,
  parseExtractionSchema,
  proveModelAnswers,
  readModelAnswer,
} from '@polyparse/extraction'
import { type KeptAnswer, readKeptAnswers } from '../filling/kept-answer.ts'
import type { RenderRequest } from './messages.ts'

type Asked = Pick<RenderRequest, 'filling'> & { readonly job: Pick<RenderRequest['job'], 'extraction'> }

/**
 * The document with the schema of its job filled, where there is one: by what a model has answered, as far as the pages prove it, or
 * else by the service itself.
 */
export const filledDocument = (document: Document, { job: { extraction }, filling }: Asked): Document => {
  const { schema } = extraction === null ? {} : parseExtractionSchema(extraction.schema)
  if (extraction === null || schema === undefined) return document
  const { unproven } = extraction
  const options = { ...(unproven !== undefined && { unproven }) }
  const answered = filling === undefined ? null : readAnswers(filling)
  if (answered === null || answered.answers.length === 0) {
    const { omitted, unproven: invented, ...filled } = extractFromDocument(document, schema, options)
    return filledWith(document, filled, [...(answered?.warnings ?? []), ...leftOutWarnings(omitted, invented)])
  }
  const {
    omitted,
    unproven: invented,
    disputed,
    ...proven
  } = proveModelAnswers(document, schema, answered.answers, options)
  const filled = { ...proven, model: answered.model, usage: answered.usage }
  return filledWith(document, filled, [
    ...answered.warnings,
    ...disputeWarnings(disputed),
    ...leftOutWarnings(omitted, invented),
  ])
}

const filledWith = (document: Document, filled: Extraction, warnings: readonly Warning[]): Document => ({
  ...document,
  extraction: filled,
  warnings: [...document.warnings, ...warnings],
})

type ReadAnswers = {
  readonly answers: readonly unknown[]
  readonly warnings: readonly Warning[]
  readonly model: string
  readonly usage: Extraction['usage']
}

/** Portions that have a warning of their own. */
const maxPortionWarnings = 10

const readAnswers = ({ provider, answers: json, why }: NonNullable<RenderRequest['filling']>): ReadAnswers => {
  const kept = json === null ? [] : readKeptAnswers(new TextDecoder().decode(json))
  const read = kept.filter(({ isDivided }) => !isDivided).map(readPortionAnswer)
  const answers = read.flatMap(({ data }) => data ?? [])
  const doubts = read.flatMap(({ doubt }) => doubt ?? [])
  const model = kept.find((answer) => answer.model !== null)?.model ?? provider
  const failure = [why, doubts[0]?.why].find((reason) => reason !== null && reason !== undefined)
  const warnings =
    answers.length === 0
      ? [failureWarning(provider, failure ?? 'There was no text to ask about.')]
      : doubts.slice(0, maxPortionWarnings).map(({ pages, why: reason }) => ({
          code: 'extraction_incomplete',
          message: `Values of ${pagesInWords(pages)} may be missing from the extraction: ${reason}`,
          pages,
        }))
  return { answers, warnings, model, usage: usageOf(kept) }
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

type PortionDoubt = { readonly pages: number[]; readonly why: string }

const pagesInWords = (pages: readonly number[]): string => {
  const [first = 1] = pages
  const last = pages.at(-1) ?? first
  return first === last ? `page ${first}` : `pages ${first} to ${last}`
}

const failureWarning = (provider: string, why: string): Warning =>
  warning(
    'extraction_failed',
    `${provider} did not fill the schema, so the service has done that without a model. ${why}`,
  )

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
    // To billionths: a sum of binary fractions has digits that mean nothing.
    ...(costs.length > 0 && costs.length === asked && { cost: Math.round(sum(costs) * 1e9) / 1e9, currency: 'USD' }),
  }
}

const disputeWarnings = (paths: readonly string[]): Warning[] =>
  paths.length === 0
    ? []
    : [
        warning(
          'extraction_disputed',
          `Parts of the document say different things about ${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ` and ${paths.length - 10} more` : ''}; one was taken, and doubted.`,
        ),
      ]

/** Of items that are left out of arrays: those that are too many, and those that stand nowhere. */
const leftOutWarnings = (omitted: LeftOut, invented: LeftOut): Warning[] => [
  ...Object.entries(omitted).map(([path, count]) =>
    warning(
      'extraction_truncated',
      `${count} items of ${path} were left out of the extraction, because it has too many.`,
    ),
  ),
  ...Object.entries(invented)
    .slice(0, maxPortionWarnings)
    .map(([path, count]) =>
      warning(
        'extraction_items_unproven',
        `${count} ${count === 1 ? 'item' : 'items'} proposed for ${path} had no value that stands in the document, so the extraction leaves out what is not there.`,
      ),
    ),
]

/** How many items of each array, by its pointer. */
type LeftOut = Readonly<Record<string, number>>

/** Warnings of pages whose text may be wrong, so that a picture of them helps. */
const doubts: ReadonlySet<string> = new Set([
  'low_confidence',
  'low_text_yield',
  'page_without_text',
  'script_not_covered',
  'language_not_covered',
  'implausible_text',
  'table_uncertain',
  'text_layer_untrusted',
  'picture_text_unread',
])

/** The texts of the pages of a document, as a model gets them. */
export const questionPages = async (document: Document): Promise<PageText[]> => {
  const doubted = new Set(document.warnings.flatMap(({ code, page }) => (doubts.has(code) ? (page ?? []) : [])))
  const { pages = [] } = await render(document, ['pages'], { filename: null, sizeBytes: 0 })
  return pages.map(({ page, markdown }) => ({ page, text: markdown, isDoubted: doubted.has(page) }))
}
