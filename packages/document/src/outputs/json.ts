import type { DocumentValue } from './values.ts'
import type { Document } from '../model.ts'
import { blockValue } from './pages.ts'
import { images } from './images.ts'
import { metadata, type SourceFacts } from './metadata.ts'
import { tables } from './tables.ts'

/** The whole document. */
export const json = (document: Document, source: SourceFacts): DocumentValue => ({
  schema: 'document/1',
  metadata: metadata(document, source),
  pages: document.pages.map(({ number, width, height, rotation, quality, blocks }) => ({
    page: number,
    width,
    height,
    rotation,
    ...(quality !== undefined && { quality }),
    blocks: blocks.map(blockValue),
  })),
  tables: tables(document),
  images: images(document),
  outline: document.outline.map((entry) => ({ ...entry })),
})
