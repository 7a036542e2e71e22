import type { Pdfium } from './library.ts'
import { fill } from './memory.ts'

export type FontStyle = { readonly bold: boolean; readonly italic: boolean; readonly monospaced: boolean }

export const plainStyle: FontStyle = { bold: false, italic: false, monospaced: false }

/** Bits of the font descriptor's flags: ISO 32000-2, table 121. */
const flagBits = { fixedPitch: 1, italic: 1 << 6, forceBold: 1 << 18 }

/** The style a font's descriptor or its name tells. */
export const readStyle = (pdfium: Pdfium, font: number): FontStyle => {
  if (font === 0) return plainStyle
  const bytes = fill(pdfium, (pointer, size) => pdfium.FPDFFont_GetBaseFontName(font, pointer, size), 512)
  const name = bytes === null ? '' : Buffer.from(bytes).toString('latin1')
  const flags = pdfium.FPDFFont_GetFlags(font)
  const has = (bit: number): boolean => flags > 0 && (flags & bit) !== 0
  return {
    // The weight PDFium offers is guessed from the width of stems, and calls obliques bold.
    bold: has(flagBits.forceBold) || /bold|black|heavy/i.test(name),
    italic: has(flagBits.italic) || /italic|oblique/i.test(name),
    monospaced: has(flagBits.fixedPitch) || /mono|courier|consolas|menlo|typewriter|cmtt/i.test(name),
  }
}
