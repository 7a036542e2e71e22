import { limits } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { type Static, Type } from '@polyparse/document/typebox'
import { pageRangesOf, pagesOfRanges } from '../page-ranges.ts'
import { choiceOf, flagOf, type FormFields, RefusedFormError, refusedField, refuseFields } from '../refused-form.ts'

const datalabFormats = ['markdown', 'html', 'json', 'chunks'] as const
export type DatalabFormat = (typeof datalabFormats)[number]

/** The options of the answer about a document. They are kept with the job, because later requests ask for the answer. */
export const DatalabAnswerOptions = Type.Object({
  formats: Type.Array(Type.Enum([...datalabFormats]), { minItems: 1, maxItems: datalabFormats.length }),
  /** True if Markdown and HTML say where each page begins. */
  paginates: Type.Boolean(),
  includesImages: Type.Boolean(),
  /** True if elements of HTML have the ids that blocks have in `json`. */
  identifiesBlocks: Type.Boolean(),
  /** True if blocks have Markdown beside their HTML. */
  blocksHaveMarkdown: Type.Boolean(),
  /** True if pages were asked for up to a number that the document may not reach. */
  isUpToPage: Type.Boolean(),
})
export type DatalabAnswerOptions = Static<typeof DatalabAnswerOptions>

/** The options of a request to convert a document. */
export type DatalabOptions = {
  readonly answer: DatalabAnswerOptions
  /** The pages from 1; null is the whole document. */
  readonly pages: readonly number[] | null
  readonly forceRecognition: boolean
}

/** Fields that would change the answer, and are not supported; `false` asks for nothing. */
const refusedDatalabFields = [
  'block_correction_prompt',
  'eval_rubric_id',
  'extras',
  'page_schema',
  'pipeline_id',
  'run_eval',
  'save_checkpoint',
  'segmentation_schema',
  'webhook_url',
]

/**
 * The options of a form. Modes of speed, models and languages are a matter of the provider.
 * @throws {RefusedFormError} for options that would change the answer in a way that is not supported.
 */
export const readDatalabOptions = (fields: FormFields): DatalabOptions => {
  choiceOf(fields, 'mode', ['fast', 'balanced', 'accurate'])
  refuseFields(fields, refusedDatalabFields, ['false'])
  const range = refusedField(fields, 'page_range')
  const most = maxPagesOf(fields)
  return {
    answer: {
      formats: formatsOf(fields),
      paginates: flagOf(fields, 'paginate', false),
      includesImages: !flagOf(fields, 'disable_image_extraction', false),
      identifiesBlocks: flagOf(fields, 'add_block_ids', false),
      blocksHaveMarkdown: flagOf(fields, 'include_markdown_in_chunks', false),
      isUpToPage: range === undefined && most !== null,
    },
    pages: range === undefined ? firstPages(most) : pagesOfRanges('page_range', pageRangesOf(range)),
    forceRecognition: flagOf(fields, 'force_ocr', false),
  }
}

/** Keys of `additional_config` that would change the answer, and are not supported. */
const refusedDatalabConfig = [
  'keep_pagefooter_in_output',
  'keep_pageheader_in_output',
  'keep_spreadsheet_formatting',
] as const

/** @throws {RefusedFormError} when one of them is set. */
export const refuseDatalabConfig = (config: Readonly<Record<string, unknown>>): void => {
  for (const name of refusedDatalabConfig)
    if (![undefined, null, false].some((harmless) => config[name] === harmless))
      throw new RefusedFormError(`${name} of additional_config is not supported here`)
}

/** The outputs of the job that the answer is made of. */
export const datalabOutputs = (options: DatalabAnswerOptions): OutputId[] => {
  const { formats, paginates, includesImages, identifiesBlocks } = options
  const wants = (format: DatalabFormat): boolean => formats.includes(format)
  return [
    ...(wants('markdown') ? [paginates ? ('pages' as const) : ('markdown' as const)] : []),
    ...(wants('html') && !identifiesBlocks ? ['html' as const] : []),
    ...(wants('json') || wants('chunks') || (wants('html') && identifiesBlocks) ? ['json' as const] : []),
    ...(includesImages ? ['images' as const] : []),
  ]
}

const formatsOf = (fields: FormFields): DatalabFormat[] => {
  const asked = (refusedField(fields, 'output_format') ?? 'markdown').split(',').map((format) => format.trim())
  if (!asked.every((format) => datalabFormats.some((each) => each === format)))
    throw new RefusedFormError(`output_format must be of ${datalabFormats.join(', ')}: nothing else is supported here`)
  return datalabFormats.filter((format) => asked.includes(format))
}

const maxPagesOf = (fields: FormFields): number | null => {
  const text = refusedField(fields, 'max_pages')
  if (text === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new RefusedFormError('max_pages must be a whole number from 1')
  return Number(text)
}

/** More pages than a job may ask for are the whole document. */
const firstPages = (count: number | null): number[] | null =>
  count === null || count > limits.pages ? null : Array.from({ length: count }, (_, index) => index + 1)
