const openXmlMediaTypePrefix = 'application/vnd.openxmlformats-officedocument.'
const microsoft = 'application/vnd.ms-'
const openDocumentMediaTypePrefix = 'application/vnd.oasis.opendocument.'

/** The media types that the service distinguishes, by the file name extension that vendors know them by. */
const vendorMediaTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  tiff: 'image/tiff',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  heic: 'image/heic',
  avif: 'image/avif',
  docx: `${openXmlMediaTypePrefix}wordprocessingml.document`,
  dotx: `${openXmlMediaTypePrefix}wordprocessingml.template`,
  docm: `${microsoft}word.document.macroenabled.12`,
  doc: 'application/msword',
  pptx: `${openXmlMediaTypePrefix}presentationml.presentation`,
  pptm: `${microsoft}powerpoint.presentation.macroenabled.12`,
  ppt: `${microsoft}powerpoint`,
  xlsx: `${openXmlMediaTypePrefix}spreadsheetml.sheet`,
  xltx: `${openXmlMediaTypePrefix}spreadsheetml.template`,
  xlsm: `${microsoft}excel.sheet.macroenabled.12`,
  xltm: `${microsoft}excel.template.macroenabled.12`,
  xls: `${microsoft}excel`,
  odt: `${openDocumentMediaTypePrefix}text`,
  ods: `${openDocumentMediaTypePrefix}spreadsheet`,
  odp: `${openDocumentMediaTypePrefix}presentation`,
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  html: 'text/html',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xml: 'application/xml',
  tex: 'application/x-tex',
  eml: 'message/rfc822',
  msg: `${microsoft}outlook`,
  pub: 'application/x-mspublisher',
  vsd: 'application/vnd.visio',
  vsdx: `${microsoft}visio.drawing`,
  wpd: 'application/vnd.wordperfect',
  odg: `${openDocumentMediaTypePrefix}graphics`,
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
} as const

export type Extension = keyof typeof vendorMediaTypes

/**
 * @example mediaTypesOf('pdf', 'png') // ['application/pdf', 'image/png']
 */
export const mediaTypesOf = (...extensions: readonly Extension[]): string[] =>
  extensions.map((extension) => vendorMediaTypes[extension])

/**
 * The file name that is sent to a vendor: made from the media type, which many vendors read off the name, and from no
 * part of the owner's name for it.
 * @example neutralName('application/pdf') // 'document.pdf'
 */
export const neutralName = (mediaType: string): string =>
  `document.${Object.entries(vendorMediaTypes).find(([, each]) => each === mediaType)?.[0] ?? 'bin'}`
