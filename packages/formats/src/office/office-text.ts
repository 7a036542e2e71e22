import type { TextRun } from '@polyparse/document'

/** Stretches without bold: a bold heading is just a heading. */
export const withoutBold = (stretches: readonly TextRun[]): TextRun[] =>
  stretches.map((stretch) => {
    const { bold: _, ...plain } = stretch
    return plain
  })

/** Tells whether a file of an old format is in the XML of Office 2003 instead. */
export const isMarkupFile = (bytes: Uint8Array): boolean =>
  /^[^a-z\d<]{0,20}<\0?[?!\w]/i.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))

/**
 * Tells whether a font is monospaced, by its name.
 * @example isMonospaced('Courier New') // true
 */
export const isMonospaced = (font: string | undefined): boolean =>
  /\b(?:mono|consolas|courier|menlo|monaco|inconsolata|source code|fira code|lucida console|fixed)\b|mono\b|(?:code|console)$/i.test(
    font ?? '',
  )

/**
 * The alternative text of a picture, or '' where it is only a name that a program gave.
 * @example alternativeTextOfShape('Picture 1') // ''
 */
export const alternativeTextOfShape = (described: string | undefined): string => {
  const text = (described ?? '').replaceAll(/\s+/g, ' ').trim()
  const isName = /^\S+\.(?:png|jpe?g|jfif|gif|bmp|tiff?|webp|emf|wmf|svg)$/i.test(text)
  return isName || /^(?:Picture|Image|Grafik|Bild|graphics)\s*\d*$/i.test(text) ? '' : text
}
