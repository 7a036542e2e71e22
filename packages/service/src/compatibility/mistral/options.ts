import { Type, type Static } from '@polyparse/document/typebox'
import { pageRangesOf, pagesOfRanges } from '../page-ranges.ts'
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
  /** The numbers of the pages, from 1; null is the whole document. */
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
const pagesOfOcr = (asked: string | readonly number[]): number[] =>
  pagesOfRanges('pages', typeof asked === 'string' ? pageRangesOf(asked) : asked.map((page) => [page, page]))
