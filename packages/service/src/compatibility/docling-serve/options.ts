import { limits } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { choiceOf, refusedField, flagOf, type FormFields, RefusedFormError, refuseFields } from '../refused-form.ts'

const doclingFormats = ['md', 'json', 'html', 'text'] as const
export type DoclingFormat = (typeof doclingFormats)[number]

/** The options of a request to convert a document. */
export type ConversionOptions = {
  readonly formats: readonly DoclingFormat[]
  /** The pages from 1; null is the whole document. */
  readonly pages: readonly number[] | null
  readonly forceRecognition: boolean
  /** True if images are in the document itself; else a comment is in their place. */
  readonly embedsImages: boolean
  /** The text between two pages in Markdown; null for none. */
  readonly pageBreak: string | null
}

/**
 * The options of a form, or of a JSON body by way of {@link optionFields}. Models, pipelines of speed and languages are a
 * matter of the provider.
 * @throws {RefusedFormError} for options that would change the result in a way that is not supported.
 */
export const readConversionOptions = (fields: FormFields): ConversionOptions => {
  const asked = fields.get('to_formats') ?? fields.get('to_formats[]') ?? []
  const unknown = asked.find((format) => !doclingFormats.some((each) => each === format))
  if (unknown !== undefined)
    throw new RefusedFormError(`to_formats must be of ${doclingFormats.join(', ')}: nothing else is supported here`)
  choiceOf(fields, 'target_type', ['inbody'])
  choiceOf(fields, 'pipeline', ['standard'])
  refuseFields(fields, ['callbacks'])
  const wanted = doclingFormats.filter((format) => asked.includes(format))
  return {
    formats: wanted.length === 0 ? ['md'] : wanted,
    pages: pagesOfDoclingForm(fields),
    forceRecognition: flagOf(fields, 'force_ocr', false),
    embedsImages: choiceOf(fields, 'image_export_mode', ['placeholder', 'embedded']) === 'embedded',
    pageBreak: refusedField(fields, 'md_page_break_placeholder') ?? null,
  }
}

/** The outputs of the job that these formats are made of. */
export const outputsFor = ({ formats: wanted, embedsImages, pageBreak }: ConversionOptions): OutputId[] => [
  ...wanted.flatMap((format): OutputId[] => {
    if (format === 'md') return [pageBreak === null ? 'markdown' : 'pages']
    return [format]
  }),
  ...(embedsImages ? (['images'] as const) : []),
]

/** The members of an object as the fields of a form have them. */
export const optionFields = (options: object): FormFields =>
  new Map(
    Object.entries(options).flatMap(([name, value]: [string, unknown]) =>
      value === null || value === undefined
        ? []
        : [[name, [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))] as const],
    ),
  )

/** A range from the first page past as many as a job may ask for is the whole document. */
const pagesOfDoclingForm = (fields: FormFields): number[] | null => {
  const range = fields.get('page_range') ?? fields.get('page_range[]') ?? []
  if (range.length === 0) return null
  const [first = 0, last = 0] = range.map(Number)
  const { minimum, maximum } = limits.pageNumber
  if (range.length !== 2 || !Number.isInteger(first) || !Number.isInteger(last) || first < minimum || last < first)
    throw new RefusedFormError('page_range must be the first and the last page, from 1')
  if (first > maximum) throw new RefusedFormError(`page_range must begin at ${maximum} at most`)
  if (first === minimum && last > limits.pages) return null
  const length = Math.min(last, maximum, first + limits.pages - 1) - first + 1
  return Array.from({ length }, (_, index) => first + index)
}
