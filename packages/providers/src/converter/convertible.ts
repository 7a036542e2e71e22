import { mediaTypesOf } from '../vendor-media-types.ts'

/** The programs that can convert: Gotenberg has LibreOffice make a PDF, Tika writes the text as HTML. */
export const converterKinds = ['gotenberg', 'tika'] as const
export type ConverterKind = (typeof converterKinds)[number]

/** The media types that converters read, and no reader here. */
export const convertibleMediaTypes: readonly string[] = mediaTypesOf(
  ...(['pub', 'vsd', 'vsdx', 'wpd', 'odg', 'pages', 'numbers', 'key'] as const),
)
