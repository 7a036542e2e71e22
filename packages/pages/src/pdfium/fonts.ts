import { type FontStyle, plainStyle } from '../font-style.ts'
import type { Pdfium } from './library.ts'
import { styleOfFontName } from './font-names.ts'
import { fill } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/** Bits of the font descriptor's flags: ISO 32000-2, table 121. */
const flagBits = { fixedPitch: 1, italic: 1 << 6, forceBold: 1 << 18 }

/** The style that a font's descriptor or name declares. */
export const readFontStyle = (pdfium: Pdfium, font: number): FontStyle => {
  if (font === 0) return plainStyle
  const name = readFontName(pdfium, font)
  const flags = pdfium.FPDFFont_GetFlags(font)
  const has = (bit: number): boolean => flags > 0 && (flags & bit) !== 0
  const named = styleOfFontName(name)
  return {
    // PDFium's own weight is guessed from the width of stems, and calls obliques bold.
    bold: has(flagBits.forceBold) || named.bold,
    italic: has(flagBits.italic) || named.italic,
    monospaced: has(flagBits.fixedPitch) || named.monospaced,
  }
}

/** The base name of a font; '' when it has none. */
export const readFontName = (pdfium: Pdfium, font: number): string => {
  const bytes =
    font === 0
      ? null
      : fill(
          pdfium,
          (pointer, size) => pdfium.FPDFFont_GetBaseFontName(font, pointer, size),
          pdfiumLimits.fontNameBytes,
        )
  return bytes === null ? '' : Buffer.from(bytes).toString('latin1').replaceAll('\0', '')
}

/**
 * Tells whether the glyphs of a font are pictures, with codes of their own.
 * @example isPictorial('Wingdings') // true
 */
export const isPictorial = (font: string): boolean => /wingdings|webdings|dingbats|symbol/i.test(font)
