import type { Box } from '@polyparse/document'
import type { TextStyle } from '../font-style.ts'
import type { GlyphPicture } from './glyph-outlines.ts'

/** One character as drawn, or a space or line end that PDFium put where it saw a gap. */
export type Character = {
  readonly text: string
  /** The box, as wide as the character advances and as high as its font; null for what was not drawn. */
  readonly box: Box | null
  /** The origin on its line. */
  readonly origin: readonly [x: number, y: number]
  readonly look: CharacterLook
  /** The shape that is drawn; null if none is drawn, and for oblique text, whose shapes are compared with nothing. */
  readonly glyph: Glyph | null
}

/** The properties that all characters of one text object share. */
export type CharacterLook = {
  readonly object: number
  readonly style: TextStyle
  /** The name of the font, or a unique placeholder for one without a name. */
  readonly font: string
  /** Height of the font in points, as displayed. */
  readonly size: number
  /** Times as wide as the font draws it. */
  readonly stretch: number
  /** The direction of the text in degrees, as displayed: 0 is to the right, 90 downwards. */
  readonly direction: 0 | 90 | 180 | 270
  /** Degrees by which oblique text is turned further, clockwise as displayed; 0 for text along a side of the page. */
  readonly slant: number
  /** 0xRRGGBB. */
  readonly color: number
  readonly mark: number | null
  readonly hidden: boolean
}

/** A shape that a font draws for one of its codes. On one page, all characters that show it share one object. */
export type Glyph = {
  /** The name of the font. */
  readonly font: string
  /** Tells fonts of one name apart; good as long as the page is open. */
  readonly fontObject: number
  /** The Unicode that the font claims for it; where it claims none, its code. */
  readonly code: number
  readonly isUnmapped: boolean
  /**
   * The bounds of its ink from its origin, to the right and upwards, in heights of the font, as the font draws it: left, bottom, right, top.
   * Null where nothing is drawn.
   */
  readonly ink: Box | null
  /** The closed lines of its outline; null where it was not counted. Only figures are. */
  readonly contours: number | null
  /** The picture that its outline shows, in a font of pictures. */
  readonly picture: GlyphPicture | null
}
