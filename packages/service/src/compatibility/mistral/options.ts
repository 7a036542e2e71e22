import { limits } from '@polyparse/contract'
import { Type, type Static } from '@polyparse/document/typebox'
import { RefusedFormError } from '../refused-form.ts'

const OptionalFlag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]))
const Unsupported = Type.Optional(Type.Unknown())

/** The body of `POST /v1/ocr`, as far as it matters here. */
export const OcrBody = Type.Object({
  model: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
  document: Type.Union([
    Type.Object({
      type: Type.Optional(Type.Literal('document_url')),
      document_url: Type.String(),
      document_name: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
    }),
    Type.Object({
      type: Type.Optional(Type.Literal('image_url')),
      image_url: Type.Union([Type.String(), Type.Object({ url: Type.String() })]),
    }),
    Type.Object({ type: Type.Optional(Type.Literal('file')), file_id: Type.String({ maxLength: 100 }) }),
  ]),
  pages: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Array(Type.Integer()), Type.Null()])),
  include_image_base64: OptionalFlag,
  bbox_annotation_format: Unsupported,
  document_annotation_format: Unsupported,
  table_format: Unsupported,
})
export type OcrBody = Static<typeof OcrBody>

/** The options of a request to recognise a document. */
export type OcrOptions = {
  readonly model: string
  /** By their numbers, from 1; null is the whole document. */
  readonly pages: readonly number[] | null
  readonly includesImages: boolean
}

/** @throws {RefusedFormError} for options that would change the answer in a way that is not supported. */
export const readOcrOptions = (body: OcrBody): OcrOptions => {
  for (const name of ['bbox_annotation_format', 'document_annotation_format', 'table_format'] as const)
    if (body[name] !== undefined && body[name] !== null) throw new RefusedFormError(`${name} is not supported here`)
  return {
    model: body.model ?? 'polyparse',
    pages: body.pages === undefined || body.pages === null ? null : pagesOfOcr(body.pages),
    includesImages: body.include_image_base64 === true,
  }
}

/** Numbers from 0, or ranges of them in a text such as `0-3,7`. */
const pagesOfOcr = (asked: string | readonly number[]): number[] => {
  const ranges = typeof asked === 'string' ? asked.split(',').map(rangeOf) : asked.map((page) => [page, page] as const)
  const pages = new Set<number>()
  let count = 0
  for (const [first, last] of ranges) {
    const isAllowed = first >= 0 && last >= first && last < limits.pageNumber.maximum
    // Repeated ones count as well: a text can name the same thousand pages thousands of times.
    count += last - first + 1
    if (!isAllowed || count > limits.pages)
      throw new RefusedFormError(`pages must be at most ${limits.pages} numbers from 0, or ranges such as 0-3,7`)
    for (let page = first; page <= last; page += 1) pages.add(page + 1)
  }
  if (pages.size === 0) throw new RefusedFormError('pages must have a page')
  return [...pages].toSorted((a, b) => a - b)
}

const rangeOf = (text: string): readonly [number, number] => {
  const [, first = '', last = first] = /^ *(\d{1,9})(?:-(\d{1,9}))? *$/.exec(text) ?? []
  return first === '' ? [-1, -1] : [Number(first), Number(last)]
}
