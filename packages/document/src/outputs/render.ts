import type { OutputId, OutputValues } from './output-schemas.ts'
import type { Document } from '../model.ts'
import { blockValue } from './block-values.ts'
import { chunks } from './chunks.ts'
import { fields } from './fields.ts'
import { html } from './html.ts'
import { images } from './images.ts'
import { markdown } from './markdown.ts'
import { metadata, type SourceFacts } from './metadata.ts'
import { pages } from './pages.ts'
import { tables } from './tables.ts'
import { text } from './text.ts'
import type { DocumentValue } from './values.ts'

/** The whole document. */
const json = (document: Document, source: SourceFacts): DocumentValue => ({
  schema: 'document/2',
  metadata: metadata(document, source),
  pages: document.pages.map(({ number, width, height, rotation, hidden, quality, readBy, blocks }) => ({
    page: number,
    width,
    height,
    rotation,
    ...(hidden !== undefined && { hidden }),
    ...(quality !== undefined && { quality }),
    ...(readBy !== undefined && { readBy }),
    blocks: blocks.map(blockValue),
  })),
  tables: tables(document),
  images: images(document),
  outline: document.outline.map((entry) => ({ ...entry })),
  fields: fields(document),
  comments: (document.comments ?? []).map((comment) => ({ ...comment })),
  attachments: (document.attachments ?? []).map((attachment) => ({ ...attachment })),
})

type Output<Id extends OutputId> = (
  document: Document,
  source: SourceFacts,
) => OutputValues[Id] | Promise<OutputValues[Id]>

/** How each output format is made: by a pure function of the document. */
export const outputs: { readonly [Id in OutputId]: Output<Id> } = {
  markdown,
  text,
  html,
  pages,
  tables,
  images,
  chunks,
  json,
  metadata,
  fields,
}

const unknownSource: SourceFacts = { filename: null, sizeBytes: 0 }

/**
 * Makes outputs of a document: Markdown and HTML as strings, tables with their cells, chunks with their tokens …
 *
 * Chunks are as long as the document's `chunking` says, or 512 tokens (o200k) and at most 1024. The outputs are not
 * limited in size: `limitImages` leaves out pictures before that.
 *
 * @param source the file's name and its size in bytes, for `metadata` and `json`; without it, no name and the size 0
 * @returns the value of each requested output by its id, in the shapes of `outputSchemas`
 * @example
 * const { markdown, tables } = await render(document, ['markdown', 'tables'])
 */
export const render = async (
  document: Document,
  requested: readonly OutputId[],
  source: SourceFacts = unknownSource,
): Promise<Partial<OutputValues>> => {
  const values: Partial<OutputValues> = {}
  const add = async <Id extends OutputId>(id: Id, output: Output<Id>): Promise<void> => {
    values[id] = await output(document, source)
  }
  for (const id of requested) await add(id, outputs[id])
  return values
}
