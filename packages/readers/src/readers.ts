import type { EngineName } from './engines.ts'
import { bestEngines } from './auto/best-engines.ts'
import { archiveMediaTypes, mailMediaTypes } from './containers/media-types.ts'
import { formatReaders } from './format-readers.ts'

/** The engine of each media type that a reader reads. */
export type EngineByMediaType = Readonly<Record<string, EngineName>>

/** The table of a reader with the engine that opens archives, and mails if the reader reads them, for the same reader. */
const withContainers = (engines: EngineByMediaType, container: EngineName): EngineByMediaType => {
  const mails = mailMediaTypes.filter((mediaType) => engines[mediaType] !== undefined)
  return {
    ...engines,
    ...Object.fromEntries([...archiveMediaTypes, ...mails].map((mediaType) => [mediaType, container])),
  }
}

/**
 * The ways to read a document on this machine.
 *
 * - `auto`: whatever the others read, each type by the engine that reads it best, with the confidence of every block.
 * - `fast`: the text that a document carries, put in order by a layout library; milliseconds a page.
 * - `structure`: engines that follow tags, styles, rules and columns; the best tables and headings.
 * - `optical`: pages of PDF and images as they look, by recognition of characters; seconds a page, with confidence.
 * - `paddle`: the same by another recogniser, for English and simplified Chinese, where its packages are installed.
 */
export const readers = {
  auto: withContainers(
    Object.fromEntries(Object.keys(bestEngines).map((mediaType) => [mediaType, 'auto' as const])),
    'autoContainer',
  ),
  fast: withContainers(formatReaders.fast, 'fastContainer'),
  structure: withContainers(formatReaders.structure, 'structureContainer'),
  optical: withContainers(formatReaders.optical, 'opticalContainer'),
  paddle: withContainers(formatReaders.paddle, 'paddleContainer'),
} satisfies Record<string, EngineByMediaType>

export type ReaderName = keyof typeof readers

/**
 * The family of each reader, by the source of its words, and its rank in the order of trust when nothing else tells
 * readers apart. The ranks follow the quality of the readings of documents of known truth (docs/use/quality.md); of the
 * same rank neither is better. Readers of one family repeat each other's mistakes.
 */
export const readerFamilies = {
  auto: { name: 'stored text', rank: 1 },
  structure: { name: 'stored text', rank: 2 },
  optical: { name: 'image', rank: 3 },
  fast: { name: 'stored text', rank: 3 },
  paddle: { name: 'image, by PP-OCR', rank: 4 },
} satisfies Record<ReaderName, { readonly name: string; readonly rank: number }>
