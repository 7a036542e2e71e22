import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../read-answer.ts'

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
  /** In pixels of the page. */
  vertices: maybe(Type.Array(Vertex)),
  /** In shares of the page. */
  normalizedVertices: maybe(Type.Array(Vertex)),
})
export type BoundingPoly = Static<typeof BoundingPoly>

const Layout = Type.Object({
  textAnchor: maybe(TextAnchor),
  confidence: maybe(Type.Number()),
  boundingPoly: maybe(BoundingPoly),
})
export type Layout = Static<typeof Layout>

const Line = Type.Object({ layout: maybe(Layout) })

const Cell = Type.Object({
  layout: maybe(Layout),
  rowSpan: maybe(Type.Integer()),
  colSpan: maybe(Type.Integer()),
})
const Rows = maybe(Type.Array(Type.Object({ cells: maybe(Type.Array(Cell)) })))
const Table = Type.Object({ layout: maybe(Layout), headerRows: Rows, bodyRows: Rows })
export type PageTable = Static<typeof Table>

const FormField = Type.Object({
  fieldName: maybe(Layout),
  fieldValue: maybe(Layout),
  /** `filled_checkbox`, `unfilled_checkbox`, or nothing for text. */
  valueType: maybe(Type.String()),
})
export type FormField = Static<typeof FormField>

const Language = Type.Object({ languageCode: maybe(Type.String()), confidence: maybe(Type.Number()) })

const Page = Type.Object({
  pageNumber: maybe(Type.Integer()),
  dimension: maybe(Type.Object({ width: maybe(Type.Number()), height: maybe(Type.Number()) })),
  layout: maybe(Layout),
  detectedLanguages: maybe(Type.Array(Language)),
  paragraphs: maybe(Type.Array(Line)),
  lines: maybe(Type.Array(Line)),
  tables: maybe(Type.Array(Table)),
  formFields: maybe(Type.Array(FormField)),
  visualElements: maybe(Type.Array(Type.Object({ type: maybe(Type.String()), layout: maybe(Layout) }))),
})
export type AnsweredPage = Static<typeof Page>

/** What the Layout Parser finds, in a tree: what is below a heading is in its block. */
const Block = Type.Cyclic(
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
export type LayoutBlock = Static<typeof Block>

const ReadDocument = Type.Object({
  text: maybe(Type.String()),
  pages: maybe(Type.Array(Page)),
  documentLayout: maybe(Type.Object({ blocks: maybe(Type.Array(Block)) })),
  blobAssets: maybe(Type.Array(Type.Object({ assetId: maybe(Type.String()), content: maybe(Type.String()) }))),
  revisions: maybe(Type.Array(Type.Object({ processor: maybe(Type.String()) }))),
})
export type ReadDocument = Static<typeof ReadDocument>

/** The answer to a request. */
export const Processed = Type.Object({ document: ReadDocument })

/** Why some pages have not been read, though others may have been. */
export const partFailures = ['document_damaged', 'document_too_large'] as const

const Part = Type.Object({
  pages: Type.Array(Type.Integer()),
  answer: maybe(Processed),
  failure: maybe(Type.Object({ code: Type.Enum(partFailures), message: Type.String() })),
})
export type Part = Static<typeof Part>

/** What is kept of each portion: the version of the processor that was asked for, and the parts of the answer. */
export const KeptPortions = Type.Array(Type.Object({ version: maybe(Type.String()), parts: Type.Array(Part) }))

export const Processor = Type.Object({
  type: maybe(Type.String()),
  defaultProcessorVersion: maybe(Type.String()),
  state: maybe(Type.String()),
})
