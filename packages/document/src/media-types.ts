/** Media types of documents by file name extension. */
const mediaTypeByExtension: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  text: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdown: 'text/markdown',
  rst: 'text/x-rst',
  rest: 'text/x-rst',
  org: 'text/x-org',
  adoc: 'text/x-asciidoc',
  asciidoc: 'text/x-asciidoc',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  nxml: 'application/jats+xml',
  jats: 'application/jats+xml',
  dbk: 'application/docbook+xml',
  docbook: 'application/docbook+xml',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  ipynb: 'application/x-ipynb+json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  rtf: 'application/rtf',
  eml: 'message/rfc822',
  mbox: 'application/mbox',
  mbx: 'application/mbox',
  msg: 'application/vnd.ms-outlook',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  vcf: 'text/vcard',
  ics: 'text/calendar',
  tex: 'application/x-tex',
  latex: 'application/x-tex',
  ltx: 'application/x-tex',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  dotm: 'application/vnd.ms-word.template.macroenabled.12',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  xltm: 'application/vnd.ms-excel.template.macroenabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  ppsm: 'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
  potx: 'application/vnd.openxmlformats-officedocument.presentationml.template',
  potm: 'application/vnd.ms-powerpoint.template.macroenabled.12',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  odg: 'application/vnd.oasis.opendocument.graphics',
  ott: 'application/vnd.oasis.opendocument.text-template',
  ots: 'application/vnd.oasis.opendocument.spreadsheet-template',
  otp: 'application/vnd.oasis.opendocument.presentation-template',
  pub: 'application/x-mspublisher',
  vsd: 'application/vnd.visio',
  vsdx: 'application/vnd.ms-visio.drawing',
  wpd: 'application/vnd.wordperfect',
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
  epub: 'application/epub+zip',
  zip: 'application/zip',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  tgz: 'application/gzip',
  zst: 'application/zstd',
  '7z': 'application/x-7z-compressed',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  heic: 'image/heic',
  avif: 'image/avif',
  jp2: 'image/jp2',
  svg: 'image/svg+xml',
}

/**
 * The media type that the extension of a file name means, in lower case; null when there is none or it is unknown.
 *
 * @example mediaTypeOfFilename('Report.PDF') // 'application/pdf'
 */
export const mediaTypeOfFilename = (filename: string | null): string | null => {
  const extension = /\.([^.]+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(mediaTypeByExtension, extension) ? (mediaTypeByExtension[extension] ?? null) : null
}

/**
 * The file name extension of an image of a result; `bin` where its media type is none of those that readers make.
 *
 * @example imageExtensionOf('image/jpeg') // 'jpg'
 */
export const imageExtensionOf = (mediaType: string): string =>
  (Object.hasOwn(imageExtensions, mediaType) ? imageExtensions[mediaType] : undefined) ?? 'bin'

const imageExtensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/svg+xml': 'svg',
}
