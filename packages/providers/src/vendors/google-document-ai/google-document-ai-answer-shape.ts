import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

/* `google.cloud.documentai.v1.Document` in JSON, which leaves out what is 0 or empty. */

/** An `int64` is written as a string. In characters of the text, not in UTF-16 code units. */
const Index = maybe(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,15}$' })]))
const TextAnchor = Type.Object({
  textSegments: maybe(Type.Array(Type.Object({ startIndex: Index, endIndex: Index }))),
  content: maybe(Type.String()),
})
export type TextAnchor = Static<typeof TextAnchor>

const Vertex = Type.Object({ x: maybe(Type.Number()), y: maybe(Type.Number()) })
const BoundingPoly = Type.Object({
  /** The corners in pixels of the page. */
  vertices: maybe(Type.Array(Vertex)),
  /** The corners in shares of the page. */
  normalizedVertices: maybe(Type.Array(Vertex)),
})
export type BoundingPoly = Static<typeof BoundingPoly>

const GoogleLayout = Type.Object({
  textAnchor: maybe(TextAnchor),
  confidence: maybe(Type.Number()),
  boundingPoly: maybe(BoundingPoly),
})
export type GoogleLayout = Static<typeof GoogleLayout>

const GoogleTextElement = Type.Object({ layout: maybe(GoogleLayout) })

const GoogleTableCell = Type.Object({
  layout: maybe(GoogleLayout),
  rowSpan: maybe(Type.Integer()),
  colSpan: maybe(Type.Integer()),
})
const GoogleTableRows = maybe(Type.Array(Type.Object({ cells: maybe(Type.Array(GoogleTableCell)) })))
const GoogleTableSchema = Type.Object({
  layout: maybe(GoogleLayout),
  headerRows: GoogleTableRows,
  bodyRows: GoogleTableRows,
})
export type GoogleTable = Static<typeof GoogleTableSchema>

const GoogleFormField = Type.Object({
  fieldName: maybe(GoogleLayout),
  fieldValue: maybe(GoogleLayout),
  /** `filled_checkbox`, `unfilled_checkbox`, or nothing for text. */
  valueType: maybe(Type.String()),
})
export type GoogleFormField = Static<typeof GoogleFormField>

const GoogleDetectedLanguage = Type.Object({ languageCode: maybe(Type.String()), confidence: maybe(Type.Number()) })

const GooglePage = Type.Object({
  pageNumber: maybe(Type.Integer()),
  dimension: maybe(Type.Object({ width: maybe(Type.Number()), height: maybe(Type.Number()) })),
  layout: maybe(GoogleLayout),
  detectedLanguages: maybe(Type.Array(GoogleDetectedLanguage)),
  paragraphs: maybe(Type.Array(GoogleTextElement)),
  lines: maybe(Type.Array(GoogleTextElement)),
  tables: maybe(Type.Array(GoogleTableSchema)),
  formFields: maybe(Type.Array(GoogleFormField)),
  visualElements: maybe(Type.Array(Type.Object({ type: maybe(Type.String()), layout: maybe(GoogleLayout) }))),
})
export type AnsweredPage = Static<typeof GooglePage>

/** A block of the Layout Parser, in a tree: the blocks below a heading are in its block. */
const GoogleLayoutBlock = Type.Cyclic(
  {
    Block: Type.Object({
      pageSpan: maybe(Type.Object({ pageStart: maybe(Type.Integer()), pageEnd: maybe(Type.Integer()) })),
      boundingBox: maybe(BoundingPoly),
      textBlock: maybe(
        Type.Object({
          text: maybe(Type.String()),
          type: maybe(Type.String()),
          blocks: maybe(Type.Array(Type.Ref('Block'))),
        }),
      ),
      tableBlock: maybe(
        Type.Object({
          headerRows: maybe(Type.Array(Type.Ref('Row'))),
          bodyRows: maybe(Type.Array(Type.Ref('Row'))),
          caption: maybe(Type.String()),
        }),
      ),
      listBlock: maybe(
        Type.Object({
          type: maybe(Type.String()),
          listEntries: maybe(Type.Array(Type.Object({ blocks: maybe(Type.Array(Type.Ref('Block'))) }))),
        }),
      ),
      imageBlock: maybe(
        Type.Object({
          imageText: maybe(Type.String()),
          dataUri: maybe(Type.String()),
          blobAssetId: maybe(Type.String()),
        }),
      ),
    }),
    Row: Type.Object({
      cells: maybe(
        Type.Array(
          Type.Object({
            blocks: maybe(Type.Array(Type.Ref('Block'))),
            rowSpan: maybe(Type.Integer()),
            colSpan: maybe(Type.Integer()),
          }),
        ),
      ),
    }),
  },
  'Block',
)
export type GoogleLayoutBlock = Static<typeof GoogleLayoutBlock>
/** The schemas that it is made of, as its references name them. */
export const googleLayoutParts = GoogleLayoutBlock.$defs

const GoogleDocument = Type.Object({
  text: maybe(Type.String()),
  pages: maybe(Type.Array(GooglePage)),
  documentLayout: maybe(Type.Object({ blocks: maybe(Type.Array(GoogleLayoutBlock)) })),
  blobAssets: maybe(Type.Array(Type.Object({ assetId: maybe(Type.String()), content: maybe(Type.String()) }))),
  revisions: maybe(Type.Array(Type.Object({ processor: maybe(Type.String()) }))),
})
export type GoogleDocument = Static<typeof GoogleDocument>

/** The answer to a request. */
export const Processed = Type.Object({ document: GoogleDocument })

/** Why some pages have not been read, though others may have been. */
export const partFailures = ['document_damaged', 'document_too_large'] as const

const GooglePart = Type.Object({
  pages: Type.Array(Type.Integer()),
  answer: maybe(Processed),
  failure: maybe(Type.Object({ code: Type.Enum(partFailures), message: Type.String() })),
})
export type GooglePart = Static<typeof GooglePart>

/**
 * The parts of each portion that are kept: the version of the processor that was asked for, and the parts of the
 * answer.
 */
export const KeptPortions = Type.Array(Type.Object({ version: maybe(Type.String()), parts: Type.Array(GooglePart) }))

export const Processor = Type.Object({
  type: maybe(Type.String()),
  defaultProcessorVersion: maybe(Type.String()),
  state: maybe(Type.String()),
})
