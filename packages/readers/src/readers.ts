import type { EngineName } from './engines.ts'
import { officeMediaTypes } from './office/media-types.ts'

/** The engine of each media type that a reader reads. */
export type EngineByMediaType = Readonly<Record<string, EngineName>>

const all = (mediaTypes: readonly string[], engine: EngineName): EngineByMediaType =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, engine]))

const { docx, pptx, xlsx, odt, ods, odp, rtf } = officeMediaTypes

/** Read by the same engine whichever reader is chosen. */
const common: EngineByMediaType = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'message/rfc822': 'eml',
  'application/epub+zip': 'epub',
  ...all(xlsx, 'xlsx'),
}

/**
 * The ways to read a document on this machine.
 *
 * - `fast`: the text that a document carries, put in order by a layout library; milliseconds a page.
 * - `structure`: engines that follow tags, styles, rules and columns; the best tables and headings.
 * - `optical`: pages of PDF and images as they look, by recognition of characters; seconds a page, with confidence.
 */
export const readers = {
  fast: {
    ...common,
    'application/pdf': 'pdf',
    ...all([...docx, ...pptx, ...odt, ...ods, ...odp, ...rtf], 'office'),
  },
  structure: {
    ...common,
    'application/pdf': 'structure',
    ...all(docx, 'docx'),
    ...all(pptx, 'pptx'),
    ...all([...odt, ...ods, ...odp], 'opendocument'),
    ...all(rtf, 'rtf'),
  },
  optical: {
    'application/pdf': 'optical',
    'image/png': 'optical',
    'image/jpeg': 'optical',
    'image/tiff': 'optical',
    'image/webp': 'optical',
    'image/bmp': 'optical',
    'image/gif': 'optical',
  },
} satisfies Record<string, EngineByMediaType>

export type ReaderName = keyof typeof readers
