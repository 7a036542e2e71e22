import type { Document } from '../model.ts'
import { blockValue } from './block-values.ts'
import { fields } from './fields.ts'
import { images } from './images.ts'
import { metadata, type SourceFacts } from './metadata.ts'
import { tables } from './tables.ts'
import type { DocumentValue } from './values.ts'

/** The whole document. */
export const json = (document: Document, source: SourceFacts): DocumentValue => ({
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
