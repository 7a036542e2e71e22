import type { ExtractedFieldType } from '@polyparse/document/schema'
import { type Document, type Extraction, render, warning, type Warning } from '@polyparse/document'
import { compareFields } from '@polyparse/compare/fields'
import {
  extractFromDocument,
  fieldTypesOf,
  type ObjectSchema,
  type PageText,
  parseExtractionSchema,
  proveModelAnswers,
} from '@polyparse/extraction'
import { fillersOf } from '../../jobs/filling.ts'
import type { RenderRequest } from './messages.ts'
import { labelledDocument } from './labelled-document.ts'
import { maxPortionWarnings, pagesInWords, type PortionDoubt, readModelAnswers } from './model-answers.ts'

type Asked = Pick<RenderRequest, 'fillings'> & {
  readonly job: Pick<RenderRequest['job'], 'extraction' | 'classification'>
}

/**
 * Returns the document with the schema of its job filled and its labels given, where there are any: by what models have answered, as
 * far as the pages prove it, or else by the service itself.
 */
export const filledDocument = (document: Document, asked: Asked): Document =>
  labelledDocument(withFilledSchema(document, asked), asked)

/** Fills the schema of a document. Where several are to fill it, each does, side by side. */
const withFilledSchema = (document: Document, { job, fillings: all = [] }: Asked): Document => {
  const { extraction } = job
  const { schema } = extraction === null ? {} : parseExtractionSchema(extraction.schema)
  if (extraction === null || schema === undefined) return document
  const { unproven } = extraction
  const filler = fillerOf(document, schema, { ...(unproven !== undefined && { unproven }) })
  const ids = fillersOf(job)
  const fillings = all.filter(({ provider }) => ids.includes(provider))
  if (ids.length > 1 && fillings.length > 0)
    return filledBySeveral(document, ids, { ...filler, types: fieldTypesOf(schema) }, fillings)
  const [filling] = fillings
  if (filling === undefined) return filledWith(document, filler.locally())
  return filledWith(document, orLocally(filler.byModel(filling), filler))
}

type Filling = NonNullable<RenderRequest['fillings']>[number]

/** The result of one filling of the schema. */
type Filled = {
  readonly id: string
  /** Null where it has not filled it. */
  readonly extraction: Extraction | null
  readonly failure: string | null
  readonly usage: Extraction['usage']
  readonly warnings: readonly Warning[]
}

type Filler = ReturnType<typeof fillerOf>

const fillerOf = (document: Document, schema: ObjectSchema, options: Parameters<typeof extractFromDocument>[2]) => ({
  locally: (): Filled => {
    const { omitted, unproven, ...extraction } = extractFromDocument(document, schema, options)
    return { id: 'local', extraction, failure: null, usage: {}, warnings: leftOutWarnings(omitted, unproven) }
  },
  byModel: (filling: Filling): Filled => {
    const { provider: id } = filling
    const { answers, doubts: doubted, failure, model, usage } = readModelAnswers(filling, 'extraction')
    if (failure !== null) return { id, extraction: null, failure, usage, warnings: [] }
    const { omitted, unproven, disputed, ...proven } = proveModelAnswers(document, schema, answers, options)
    return {
      id,
      extraction: { ...proven, model: model ?? id, usage },
      failure,
      usage,
      warnings: [...incompleteWarnings(doubted), ...disputeWarnings(disputed), ...leftOutWarnings(omitted, unproven)],
    }
  },
})

/** Returns the filling of a model, or else that of the service itself, with the reason. */
const orLocally = (filled: Filled, filler: Filler): Filled => {
  if (filled.extraction !== null) return filled
  const { id, failure } = filled
  const local = filler.locally()
  const message = `${id} did not fill the schema, so the service has done that without a model. ${failure}`
  return { ...local, warnings: [warning('extraction_failed', message), ...local.warnings] }
}

/** Each fills it by itself, and what they say is compared. One that has failed is told; the others lose nothing by it. */
const filledBySeveral = (
  document: Document,
  ids: readonly string[],
  filler: Filler & { readonly types: ExtractedFieldType[] },
  fillings: readonly Filling[],
): Document => {
  const all = ids.map((id) => (id === 'local' ? filler.locally() : filler.byModel(fillingOf(id, fillings))))
  const failed = all.filter(({ extraction }) => extraction === null)
  const readings = all.flatMap(({ id, extraction }) => (extraction === null ? [] : [{ by: id, extraction }]))
  const failures = failed.map(({ id, failure }) =>
    warning(
      'extraction_failed',
      `${id} did not fill the schema, so the comparison lacks what it would say. ${failure}`,
    ),
  )
  const models = all.map(({ id, extraction, failure, usage }) => ({
    id,
    usage,
    ...(failure === null ? { status: 'filled' as const } : { status: 'failed' as const, error: failure }),
    ...(extraction !== null && { data: extraction.data }),
    ...(extraction?.model !== undefined && id !== 'local' && { model: extraction.model }),
  }))
  const usage = sumOfUsages(all)
  const { types } = filler
  if (readings.length === 0) {
    const local = filler.locally()
    const extraction = local.extraction && { ...local.extraction, usage, comparison: { models, fields: [], types } }
    return filledWith(document, { ...local, extraction, warnings: [...failures, ...local.warnings] })
  }
  const { data, evidence, fields } = compareFields(readings)
  const disputed = fields.flatMap(({ agreement, path }) =>
    agreement === 'disputed' ? [path ?? 'an item of an array'] : [],
  )
  const warnings = [
    ...failures,
    ...(disputed.length === 0 ? [] : [disputeWarning(readings.map(({ by }) => by).join(' and '), disputed)]),
    // Several may have the same to say of themselves.
    ...all.flatMap(({ id, warnings: own }) => own.map((each) => ({ ...each, message: `${id}: ${each.message}` }))),
  ]
  const extraction = { data, evidence, usage, comparison: { models, fields, types } }
  return filledWith(document, { extraction, warnings })
}

const fillingOf = (provider: string, fillings: readonly Filling[]): Filling =>
  fillings.find((filling) => filling.provider === provider) ?? { provider, answers: null, why: 'It was not asked.' }

const filledWith = (
  document: Document,
  { extraction, warnings }: Pick<Filled, 'extraction' | 'warnings'>,
): Document => ({
  ...document,
  ...(extraction !== null && { extraction }),
  warnings: [...document.warnings, ...warnings],
})

/** Sums the usage of models; tokens and cost only where all that have answered tell them. */
const sumOfUsages = (all: readonly Filled[]): Extraction['usage'] => {
  const asked = all.filter(({ id }) => id !== 'local')
  const tell = (name: 'tokens' | 'cost'): boolean =>
    asked.every(({ failure, usage }) => failure !== null || usage[name] !== undefined)
  const tokens = asked.flatMap(({ usage }) => usage.tokens ?? [])
  const costs = asked.flatMap(({ usage }) => usage.cost ?? [])
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
  return {
    ...(tokens.length > 0 &&
      tell('tokens') && {
        tokens: { input: sum(tokens.map(({ input }) => input)), output: sum(tokens.map(({ output }) => output)) },
      }),
    // Billionths are enough: a sum of binary fractions has digits that mean nothing.
    ...(costs.length > 0 && tell('cost') && { cost: Math.round(sum(costs) * 1e9) / 1e9, currency: 'USD' }),
  }
}

const incompleteWarnings = (ofPortions: readonly PortionDoubt[]): Warning[] =>
  ofPortions.slice(0, maxPortionWarnings).map(({ pages, why }) => ({
    code: 'extraction_incomplete',
    message: `Values of ${pagesInWords(pages)} may be missing from the extraction: ${why}`,
    pages: [...pages],
  }))

const disputeWarnings = (paths: readonly string[]): Warning[] =>
  paths.length === 0 ? [] : [disputeWarning('Parts of the document', paths)]

const disputeWarning = (who: string, paths: readonly string[]): Warning =>
  warning(
    'extraction_disputed',
    `${who} say different things about ${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ` and ${paths.length - 10} more` : ''}; of each one was taken, and doubted where others are proved, too.`,
  )

/** Warnings about items of arrays that are told of one extraction. */
const maxItemWarnings = 10

/** Warns of items that are left out of arrays: those that are too many, and those that are nowhere in the document. */
const leftOutWarnings = (omitted: LeftOut, invented: LeftOut): Warning[] => [
  ...Object.entries(omitted).map(([path, count]) =>
    warning(
      'extraction_truncated',
      `${count} items of ${path} were left out of the extraction, because it has too many.`,
    ),
  ),
  ...Object.entries(invented)
    .slice(0, maxItemWarnings)
    .map(([path, count]) =>
      warning(
        'extraction_items_unproven',
        `${count} ${count === 1 ? 'item' : 'items'} proposed for ${path} had no value that is in the document, so the extraction leaves out what is not there.`,
      ),
    ),
]

/** The number of omitted items of each array, by its pointer. */
type LeftOut = Readonly<Record<string, number>>

/** Warnings of pages whose text may be wrong, so that a picture of them helps. */
const doubts: ReadonlySet<string> = new Set([
  'low_confidence',
  'low_text_yield',
  'page_without_text',
  'script_not_covered',
  'language_not_covered',
  'number_uncertain',
  'handwriting_not_read',
  'implausible_text',
  'table_uncertain',
  'text_layer_untrusted',
  'character_unknown',
  'picture_damaged',
  'picture_text_unread',
])

/** The texts of the pages of a document, as a model gets them. */
export const questionPages = async (document: Document): Promise<PageText[]> => {
  const doubted = new Set(document.warnings.flatMap(({ code, page }) => (doubts.has(code) ? (page ?? []) : [])))
  const { pages = [] } = await render(document, ['pages'], { filename: null, sizeBytes: 0 })
  return pages.map(({ page, markdown }) => ({ page, text: markdown, isDoubted: doubted.has(page) }))
}
