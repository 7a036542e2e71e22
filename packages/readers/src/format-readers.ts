import type { FormatEngineName } from './format-engines.ts'
import { officeMediaTypes } from '@polyparse/formats'

/** The engine that a reader uses for each media type. */
type Engines = Readonly<Record<string, FormatEngineName>>

const enginesOfMediaTypes = (mediaTypes: readonly string[], engine: FormatEngineName): Engines =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, engine]))

const { doc, docx, ppt, pptx, xlsx, xls, xlsb, odt, ods, odp, rtf } = officeMediaTypes

/** Read by the same engine whichever reader is chosen. */
const common: Engines = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/vnd.apache.parquet': 'parquet',
  'application/json': 'source',
  'application/x-ndjson': 'source',
  'application/yaml': 'source',
  'application/xml': 'source',
  'application/jats+xml': 'article',
  'application/docbook+xml': 'article',
  'application/x-tex': 'latex',
  'text/x-rst': 'restructuredText',
  'text/x-org': 'org',
  'text/x-asciidoc': 'asciidoc',
  'application/x-ipynb+json': 'notebook',
  'text/vtt': 'subtitles',
  'application/x-subrip': 'subtitles',
  'text/calendar': 'records',
  'text/vcard': 'records',
  'message/rfc822': 'eml',
  'application/mbox': 'mbox',
  'application/vnd.ms-outlook': 'msg',
  'application/epub+zip': 'epub',
  ...enginesOfMediaTypes(docx, 'docx'),
  ...enginesOfMediaTypes(pptx, 'pptx'),
  ...enginesOfMediaTypes(xlsx, 'xlsx'),
  ...enginesOfMediaTypes([...odt, ...ods, ...odp], 'opendocument'),
  ...enginesOfMediaTypes(rtf, 'rtf'),
  ...enginesOfMediaTypes([...xls, ...xlsb], 'workbook'),
  ...enginesOfMediaTypes(doc, 'doc'),
  ...enginesOfMediaTypes(ppt, 'ppt'),
}

/** Media types that are read by their looks. */
const visible = [
  'application/pdf',
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/tiff',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/gif',
]

/** The readers that have one engine for each media type, and choose nothing. */
export const formatReaders = {
  fast: {
    ...common,
    'application/pdf': 'pdf',
  },
  structure: {
    ...common,
    'application/pdf': 'structure',
  },
  optical: enginesOfMediaTypes(visible, 'optical'),
  paddle: enginesOfMediaTypes(visible, 'paddle'),
} satisfies Record<string, Engines>
