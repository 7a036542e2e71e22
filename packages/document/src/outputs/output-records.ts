import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { membersOf } from '../members-of.ts'
import type { Document } from '../model.ts'
import type { SourceFacts } from './metadata.ts'
import {
  ChunkValue,
  ClassificationValue,
  DocumentValue,
  ExtractionValue,
  FieldValue,
  ImageValue,
  MetadataValue,
  PageValue,
  TableValue,
} from './values.ts'

type OutputRecord = {
  /** The English name that people see. The app may have another in its other languages. */
  readonly title: string
  /** The shape of its value, the same for every provider. */
  readonly schema: TSchema
  /** That of its value on its own: `application/json`, or a type of text if the value is a text. */
  readonly mediaType: 'application/json' | `text/${string}`
  /** The extension of its file, after the name of the document and a dot. */
  readonly extension: string
  /** True if its value holds the files of pictures. A provider gives them only where they are needed. */
  readonly needsPictures: boolean
}

/** Every output format of the service, in the order in which they are listed. */
export const outputRecords = {
  markdown: {
    title: 'Markdown',
    schema: Type.String({ description: 'GitHub-flavoured Markdown; pages joined by a blank line.' }),
    mediaType: 'text/markdown',
    extension: 'md',
    needsPictures: false,
  },
  text: {
    title: 'Text',
    schema: Type.String({ description: 'Text in reading order, without markup.' }),
    mediaType: 'text/plain',
    extension: 'txt',
    needsPictures: false,
  },
  html: {
    title: 'HTML',
    schema: Type.String({
      description: 'One semantic HTML fragment, a section per page, without scripts, styles and unsafe links.',
    }),
    mediaType: 'text/html',
    extension: 'html',
    needsPictures: false,
  },
  pages: {
    title: 'Pages',
    schema: Type.Array(PageValue),
    mediaType: 'application/json',
    extension: 'pages.json',
    needsPictures: false,
  },
  tables: {
    title: 'Tables',
    schema: Type.Array(TableValue),
    mediaType: 'application/json',
    extension: 'tables.json',
    needsPictures: false,
  },
  images: {
    title: 'Images',
    schema: Type.Array(ImageValue),
    mediaType: 'application/json',
    extension: 'images.json',
    needsPictures: true,
  },
  chunks: {
    title: 'Chunks',
    schema: Type.Array(ChunkValue),
    mediaType: 'application/json',
    extension: 'chunks.json',
    needsPictures: false,
  },
  json: {
    title: 'JSON with boxes',
    schema: DocumentValue,
    mediaType: 'application/json',
    extension: 'json',
    needsPictures: true,
  },
  metadata: {
    title: 'Metadata',
    schema: MetadataValue,
    mediaType: 'application/json',
    extension: 'metadata.json',
    needsPictures: false,
  },
  fields: {
    title: 'Fields',
    schema: Type.Array(FieldValue, { description: 'The values of a form with their labels, in reading order.' }),
    mediaType: 'application/json',
    extension: 'fields.json',
    needsPictures: false,
  },
  extraction: {
    title: 'Extraction',
    schema: ExtractionValue,
    mediaType: 'application/json',
    extension: 'extraction.json',
    needsPictures: false,
  },
  classification: {
    title: 'Classification',
    schema: ClassificationValue,
    mediaType: 'application/json',
    extension: 'classification.json',
    needsPictures: false,
  },
} as const satisfies Readonly<Record<string, OutputRecord>>

export type OutputId = keyof typeof outputRecords

/** The value of each output by its id. */
export type OutputValues = { [Id in OutputId]: Static<(typeof outputRecords)[Id]['schema']> }

type Render<Id extends OutputId> = (
  document: Document,
  source: SourceFacts,
) => OutputValues[Id] | Promise<OutputValues[Id]>

/**
 * The renderer of each output: a pure function of the document, loaded when it is first needed. The renderers are apart
 * from the records, so that programs such as the app, which need the records alone, are built without them.
 */
export const renderers: { readonly [Id in OutputId]: () => Promise<Render<Id>> } = {
  markdown: async () => (await import('./markdown.ts')).markdown,
  text: async () => (await import('./text.ts')).text,
  html: async () => (await import('./html.ts')).html,
  pages: async () => (await import('./pages.ts')).pages,
  tables: async () => (await import('./tables.ts')).tables,
  images: async () => (await import('./images.ts')).images,
  chunks: async () => (await import('./chunks.ts')).chunks,
  json: async () => (await import('./json.ts')).json,
  metadata: async () => (await import('./metadata.ts')).metadata,
  fields: async () => (await import('./fields.ts')).fields,
  extraction: async () => (await import('./extraction.ts')).extraction,
  classification: async () => (await import('./classification.ts')).classification,
}

export const outputIds = Object.keys(outputRecords).filter((id): id is OutputId => id in outputRecords)
export const OutputId = Type.Enum([...outputIds], { title: 'OutputId' })

/** The shape of each output's value by its id. */
export const outputSchemas = /* @__PURE__ */ membersOf(outputRecords, 'schema')
