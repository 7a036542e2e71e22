import { Type, type Static, type TSchema } from 'typebox'
import { BlockValue, ChunkValue, ImageValue, MetadataValue, OutlineEntry, PageValue, TableValue } from './blocks.ts'

/** Every output format the service knows; which of them a provider offers is said by its capabilities. */
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
] as const
export type OutputId = (typeof outputIds)[number]
export const OutputId = Type.Enum([...outputIds], { title: 'OutputId' })

export const DocumentValue = Type.Object(
  {
    schema: Type.Literal('document/1'),
    metadata: MetadataValue,
    pages: Type.Array(
      Type.Object({
        page: PageValue.properties.page,
        width: PageValue.properties.width,
        height: PageValue.properties.height,
        rotation: PageValue.properties.rotation,
        quality: PageValue.properties.quality,
        blocks: Type.Array(BlockValue),
      }),
    ),
    tables: Type.Array(TableValue),
    images: Type.Array(ImageValue),
    outline: Type.Array(OutlineEntry),
  },
  { title: 'Document', description: 'The whole document, in the schema `document/1`.' },
)
export type DocumentValue = Static<typeof DocumentValue>

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
} satisfies Record<OutputId, TSchema>

export type OutputValues = { [Id in OutputId]: Static<(typeof outputSchemas)[Id]> }
