/*
 * The thresholds by which the characters of a PDF page are sorted before they become words. Unless a unit is given, a length is
 * in heights of the font.
 */

/** Text that is drawn again at the same place. */
export const overprint = {
  /** Between two drawings of one character, in heights of the font and in widths of the character. */
  maxShift: 0.1,
  maxShiftOfWidth: 0.4,
  sizeTolerance: 0.02,
  /** Points: between the parts of a ligature, which PDFium divides without a gap. */
  partsTolerance: 0.01,
  /** A second drawing at least as far from the first one makes it bold. */
  minBoldShift: 0.008,
  /**
   * Points: the sides of the squares by which characters are found. Squares of a row, more than a page has; and the different
   * characters that are remembered of one square, more than are read there.
   */
  square: 8,
  squaresOfRow: 100_000,
  maxOfSquare: 64,
  /** Spaces and line ends in a row that PDFium put where nothing is drawn. */
  maxUndrawn: 4,
} as const

/** Text that is not along a side of the page. */
export const oblique = {
  /** A page that is turned as a whole: its oblique characters, the share of them that is turned alike, and degrees between those. */
  minTurned: 200,
  minTurnedShare: 0.9,
  turnTolerance: 2,
  /** Letters along a side of the page within text on a circle, from letter to letter, and the slant that they count with, in degrees. */
  maxStraightOnCurve: 2,
  maxAdvance: 1.6,
  slantOnCurve: 1,
  /** Degrees between letters that follow one another. */
  maxBend: 25,
  /** Off the line, and the white between two words, and between two texts. */
  maxShift: 0.5,
  minGap: 0.16,
  maxGap: 3,
  /** The distance from the baseline of a line to the next one of the same text. */
  minLineStep: 0.7,
  maxLineStep: 2,
  /** The most that the sizes of one text differ. */
  sizeTolerance: 0.1,
  /** Characters of it that the warning quotes. */
  quoted: 60,
} as const

/** Lines through and below text. */
export const drawnMarks = {
  /** Points: how long and how thick a line is. */
  minLength: 2,
  maxThickness: 4,
  /** The share of its length that the letters have which it is drawn for. */
  minCovered: 0.6,
  /** The height of the middle of letters above their baseline. */
  middle: 0.3,
  /** Points from a line to the baseline of its text. */
  maxDistance: 60,
  /** Lines of a page that are looked at, and characters that are looked at for them. */
  maxStrokes: 5000,
  maxLookedAt: 5_000_000,
} as const

/** Lines through text. */
export const struck = {
  maxThicknessOfSize: 0.15,
  /** The minimum height of the line above the baseline. */
  minRise: 0.12,
  maxRise: 0.42,
  /** The distance that it goes on before and after the letters. */
  maxBeyond: 0.5,
} as const

/** Lines below text. */
export const underlineParameters = {
  maxThicknessOfSize: 0.13,
  /**
   * The distance of the line below the baseline. Office programs and browsers draw it at a tenth, TeX below the depth
   * of the letters. The borders of cells are below that depth and a padding.
   */
  minDrop: 0.02,
  maxDrop: 0.35,
  /**
   * The distance that it goes on before and after the letters, for a space may be underlined as well: rules go on
   * further.
   */
  maxBeyond: 0.35,
  /** Points between pieces of one line. */
  maxGapInPoints: 1,
  /** Letters in a row that reach below the line and interrupt it, and the white between letters of one word. */
  maxLeftOut: 4,
  maxGap: 0.15,
  /** A single letter above a line is that of a fraction or a label. */
  minLetters: 2,
} as const

/** Grounds behind words. */
export const highlightParameters = {
  /** The height of the ground: markers of programs reach from the depth of the letters to their height, or over the line. */
  minHeight: 0.6,
  maxHeight: 1.7,
  /** Between the baselines of words on one ground, raised ones included. */
  maxShift: 0.5,
  /**
   * The ground beyond its words, left and right together: none where a program highlights words. Cells have a padding,
   * and so have labels, but where these lie in running text, they are highlighted as well.
   */
  tightRoom: 0.25,
  maxRoom: 0.9,
  /** The gap from the ground to the next word of its line. */
  maxGapToLine: 0.7,
} as const

/** Text in columns that run down. */
export const vertical = {
  /** The step from a character to the next one below or beside it: along its line, and off it. */
  minStep: 0.4,
  maxStep: 2.2,
  maxShift: 0.35,
  /** Such steps of a page, and their share of those in both directions: some cells of tables have a word written down. */
  minSteps: 8,
  minShare: 0.6,
} as const

/** Letters of other scripts that look like Latin ones. */
export const homoglyphs = {
  /** Latin letters of a page on which they are looked for. */
  minLatin: 40,
} as const
