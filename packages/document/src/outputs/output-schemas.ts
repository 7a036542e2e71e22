import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { ChunkValue, DocumentValue, FieldValue, ImageValue, MetadataValue, PageValue, TableValue } from './values.ts'

/** Every output format of the service; a provider's capabilities list those it offers. */
export const outputIds = [
  'markdown',
  'text',
  'html',
  'pages',
  'tables',
  'images',
  'chunks',
  'json',
  'metadata',
  'fields',
] as const
export type OutputId = (typeof outputIds)[number]
export const OutputId = Type.Enum([...outputIds], { title: 'OutputId' })

/** The shape of each output's value, the same for every provider. */
export const outputSchemas = {
  markdown: Type.String({ description: 'GitHub-flavoured Markdown; pages joined by a blank line.' }),
  text: Type.String({ description: 'Text in reading order, without markup.' }),
  html: Type.String({
    description: 'One semantic HTML fragment, a section per page, without scripts, styles and unsafe links.',
  }),
  pages: Type.Array(PageValue),
  tables: Type.Array(TableValue),
  images: Type.Array(ImageValue),
  chunks: Type.Array(ChunkValue),
  json: DocumentValue,
  metadata: MetadataValue,
  fields: Type.Array(FieldValue, { description: 'The values of a form with their labels, in reading order.' }),
} satisfies Record<OutputId, TSchema>

/** The value of each output by its id. */
export type OutputValues = { [Id in OutputId]: Static<(typeof outputSchemas)[Id]> }
