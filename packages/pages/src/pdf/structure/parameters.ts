/*
 * The thresholds by which the characters and paths of a PDF page become words, rules and grounds. Unless a unit is
 * given, a length is in heights of the font, and a share is a part of one.
 *
 * The sets on which they were checked:
 *
 * - styles: documents written in Markdown and printed in six styles, with one column and with two
 * - producers: documents by TeX, office programs and converters of HTML
 * - forms: invoices, orders, statements and application forms with fields that were filled in
 */

/** The boundary between two words. Checked on styles and producers. */
export const structureWordParameters = {
  /** White wider than this divides words, whether a space was drawn or not. */
  minGap: 0.16,
  /** The width of a space that divides words even where these touch. */
  minSpace: 0.12,
  /** The distance that a character may step back over the one before it, as accents and kerned pairs do. */
  maxOverlap: 0.7,
  /** Between the baselines of two characters of one word. */
  maxShift: 0.5,
  /** Points by which the sizes of characters of one word may differ. */
  sizeTolerance: 0.2,
  /** Points: a smaller font counts as this size where steps are measured. */
  minSize: 1,
  /** Below the baseline, the limit of a word's box: fonts may claim any height. */
  maxDescent: 0.35,
} as const

/** Words whose letters are set apart, as in headings. Checked on integrity, styles and producers. */
export const letterspacing = {
  /** Single characters on a line, their share of its words, and the share of letters among them. */
  minLetters: 5,
  minSingleShare: 0.8,
  minLetterShare: 0.6,
  /** Between the letters, at most and by how much it differs, and for how many of them: kerning takes up to 0.14. */
  maxGap: 0.8,
  gapTolerance: 0.15,
  minEvenShare: 0.8,
  /** The share of gaps between letters: more between words have no words of several letters between them. */
  minWithinShare: 0.6,
  /** The least between the letters of a word: justified lines have less. */
  minWithin: 0.08,
  /** The width by which a gap between words exceeds one between letters, where no space is drawn, and its maximum. */
  minWordGap: 0.25,
  maxWordGap: 3,
  /** One space that is typed after a letter, at most, and the least that a second one adds to it. */
  maxTypedGap: 0.4,
  minTypedWordGap: 0.2,
  /** Between the baselines of one line. */
  maxShift: 0.2,
} as const

/** The invisible text of a scan, each word in a size guessed from the image. Checked on scans with a text layer. */
export const layers = {
  /** Times the median size: within these, a size is a guess at the median. */
  minSizeRatio: 0.4,
  maxSizeRatio: 2.5,
  /** The distance from the baseline of a sign to that of the word before it on the same line. */
  maxShift: 0.5,
} as const

/** Words in form fields, whose places are not known, set as an ordinary font would set them. Checked on forms. */
export const structureFieldParameters = {
  /** Widths of a character, and from line to line. */
  characterWidth: 0.5,
  lineStep: 1.2,
  /** The distance from the middle of a field of one line down to the baseline. */
  baselineBelowMiddle: 0.35,
  /** A word's box above and below its baseline. */
  ascent: 0.75,
  descent: 0.2,
  /** Points below a field at which the baseline of its label may be. */
  labelSlack: 2,
  /** Points: the side of a box in the middle of a larger field. */
  maxTickSide: 12,
} as const

/** Small figures that are the bullets of lists. Checked on styles and producers. */
export const drawnBullets = {
  /** Points: the sides of a dot, and by how much they may differ. */
  minSide: 1.2,
  maxSide: 8,
  roundness: 1.5,
  /** Times the size of the text beside it. */
  maxHeight: 0.7,
  /** The gap from a bullet to its text, and how near before it other text makes it no bullet. */
  maxGap: 2.5,
  minClearance: 1.5,
  /** Points between baselines of words on one line. */
  baselineTolerance: 1,
  /** Above the baseline that the box of a bullet reaches. */
  height: 0.7,
  /** Dots of a page: more are the pattern of a drawing. */
  maxDots: 500,
} as const

/**
 * Glyphs without a character that are the bullets of lists, in sizes of their font. Checked on lists of TeX with bitmap fonts and on
 * clean.
 */
export const namelessBullets = {
  /** The ink of a dot: smaller is a full stop, larger a letter. Its longer side to the shorter, and how high it lies at least. */
  minSide: 0.15,
  maxSide: 0.55,
  maxRatio: 1.25,
  minRaise: 0.03,
  /** The gap from a bullet to its text, and how near before it other text makes it no bullet. */
  minGap: 0.2,
  maxGap: 4,
  minClearance: 1.5,
  /** Characters that are compared with such glyphs on a page. */
  maxLookedAt: 2_000_000,
} as const

/** Boxes to tick that are drawn. Points unless a unit is given. Checked on forms. */
export const drawnTickBoxes = {
  /** The sides of a box: a smaller one is a bullet, a larger one the cell of a table. */
  minSide: 5,
  maxSide: 18,
  /** The longer side to the shorter. */
  maxRatio: 1.35,
  /** The thickness of its lines, and the distance by which they may miss each other. */
  maxThickness: 2,
  tolerance: 1,
  /** The distance that a cross may reach over its box. */
  slack: 1.5,
  /** Shares of the side: of the inner square of a frame at least, of a mark at least, of a fill at most. */
  minInner: 0.7,
  minMark: 0.25,
  maxFill: 0.9,
  /** The share of the side that leaves no more than an outline, at most. */
  maxInner: 0.98,
  /** Points between boxes one below the other, at least: cells of a table share a side. */
  minStackGap: 0.2,
  /** White between a box and its label, in sides of the box: it is about as high as the text. */
  maxLabelGap: 3,
  /** The mean of red, green and blue, 0 to 255, of white paper at least and of ink at most. */
  minLightness: 235,
  maxLightness: 140,
  /** The number of drawings of a page that are examined, and of boxes of one that is no drawing. */
  maxDrawings: 5000,
  maxBoxes: 500,
} as const

/** Filled boxes so thin that they are rules. Points. Checked on styles and producers. */
export const drawnRules = {
  maxThickness: 3.5,
  minLength: 4,
} as const

/** Pictures of formulas. */
export const formulaPictures = {
  /** Dots per inch at which small indices can be read. */
  dpi: 200,
  /** Points around the words: roots, brackets and fraction bars reach beyond them. */
  margin: 3,
  /** Limits on what a page full of formulas may cost. */
  maxPerPage: 100,
  maxPixels: 4_000_000,
} as const

/** Scans with a little text of their own stamped on them. */
export const stamps = {
  /** The minimum ratio of the characters in the image to those of the stamp, for the image to be read in its place. */
  minGain: 2,
  /** Pages of a document read in vain, after which its images are taken for pictures: slides on a background. */
  maxInVain: 3,
} as const

/** Rows of letters in pictures and drawings. Checked on screenshots, charts, logos and photographs. */
export const letterRows = {
  /** Dots per inch at which they are looked for: small print has letters of five pixels. */
  dpi: 100,
  /** Points: a larger page is drawn at fewer. */
  maxSide: 2400,
  /** Shades of 0 to 255: within them the ground is of one shade, and from them on ink differs from it. */
  groundTolerance: 12,
  minContrast: 70,
  /** The share of the ground in a picture; photographs have less. */
  minGround: 0.4,
  /** Stretches of ink in the rows of pixels: a picture of more is a pattern or a photograph. */
  maxPieces: 200_000,
  /** Points: how high small and capital letters are. */
  minHeight: 3,
  maxHeight: 40,
  /** Heights of a letter: how wide several may be that touch, and a single stem. */
  maxWidth: 6,
  maxStem: 0.4,
  /** Shares of its box that a letter fills. */
  minFilled: 0.08,
  maxFilled: 0.9,
  /** Between letters of a row, in heights of the higher one; how much of the lower one is beside it; and their heights. */
  maxGap: 1.2,
  minShared: 0.6,
  maxHeightRatio: 2.6,
  /** Pixels by which a row may go on: more than the gap between its letters. */
  openPixels: 80,
  /** Letters of a row, and shapes among them, told apart by their widths and by this many pixels. */
  minLetters: 4,
  minShapes: 3,
  pixelStep: 3,
  /** Letters of a picture that is read. */
  minOfPicture: 8,
  /** Figures, in points, of a page on which letters may be drawn as outlines. */
  minFigures: 12,
  minFigureHeight: 2.5,
} as const

/** Text in the pictures and drawings of a page that has text of its own. */
export const pictureText = {
  /** Dots per inch at least and at most, and the pixels that most letters are to be high. */
  minDpi: 200,
  maxDpi: 400,
  letterPixels: 22,
  /** Letters of all pictures of a document that are read, a thousand in a second or two, and what a small one counts. */
  maxLetters: 30_000,
  minCost: 300,
  /** The share of the text of a picture that is probably right, at least. */
  minQuality: 0.7,
  /** The minimum quality of text on its side or its head: letters of a logo look like others when they are turned. */
  minQualityTurned: 0.9,
  /** The confidence of a word at least: others are parts of drawings. */
  minWord: 0.5,
  /** Pixels of a part that is read. */
  maxPixels: 30_000_000,
  /**
   * Pixels of all pictures of a page in which letters are looked for, ten times those of a page, and comparisons of pictures with
   * what may lie on them: only hostile pages have more, and are read in a second.
   */
  maxSeenPixels: 30_000_000,
  maxComparisons: 20_000_000,
  /**
   * The number of texts and pictures that may cover a part, and of rows of letters that are drawn: a printed page has a
   * tenth of either.
   */
  maxLayers: 20,
  maxRows: 5000,
  /** Characters that are some text. */
  minCharacters: 3,
  /** Letters of a picture that could not be read and is told of. */
  minTold: 16,
  /** Places that the warning names. */
  maxTold: 5,
  /** Points around rows of outlines: between the rows of one part, and beside them. */
  partGap: 30,
  margin: 4,
} as const

/** Characters times the places that comments mark on a page: only hostile documents have as many. */
export const maxComparedWithMarks = 20_000_000

/** Words that run up or down in the cells of a table. */
export const turnedCells = {
  /** Comparisons of a word with an empty cell on one page; only a drawing has more. */
  maxComparisons: 2_000_000,
} as const
