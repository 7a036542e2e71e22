/** The programs that can convert: Gotenberg has LibreOffice make a PDF, Tika writes the text as HTML. */
export const converterKinds = ['gotenberg', 'tika'] as const
export type ConverterKind = (typeof converterKinds)[number]

/** The formats that converters read, by the file name extension that they know them by. */
const mediaTypes: Readonly<Record<string, string>> = {
  pub: 'application/x-mspublisher',
  vsd: 'application/vnd.visio',
  vsdx: 'application/vnd.ms-visio.drawing',
  wpd: 'application/vnd.wordperfect',
  odg: 'application/vnd.oasis.opendocument.graphics',
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
}

export const convertibleMediaTypes: readonly string[] = Object.values(mediaTypes)

/** The file name that is sent to a converter: made from the media type, and from no part of the owner's name for it. */
export const convertedName = (mediaType: string): string =>
  `document.${Object.entries(mediaTypes).find(([, each]) => each === mediaType)?.[0] ?? 'bin'}`
