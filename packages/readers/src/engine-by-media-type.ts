import { officeMediaTypes } from './office/media-types.ts'

const all = (mediaTypes: readonly string[], engine: string): Record<string, string> =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, engine]))

/** The name of the engine in `engines` that reads each media type, as `detectMediaType` returns it. */
export const engineByMediaType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'message/rfc822': 'eml',
  'application/epub+zip': 'epub',
  ...all(officeMediaTypes.docx, 'office'),
  ...all(officeMediaTypes.pptx, 'office'),
  ...all(officeMediaTypes.odt, 'office'),
  ...all(officeMediaTypes.ods, 'office'),
  ...all(officeMediaTypes.odp, 'office'),
  ...all(officeMediaTypes.rtf, 'office'),
  ...all(officeMediaTypes.xlsx, 'xlsx'),
}
