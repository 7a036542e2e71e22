/*
 * The thresholds by which an image becomes text, lines, grounds and pictures. Unless a unit is given, a length is in
 * heights of the font of the line it belongs to, a share is a part of one, and a grey is a value of 0 (black) to 255.
 *
 * The sets on which they were checked:
 *
 * - scans: documents printed from known text and kept as images of 200 dpi: clean, grey, noisy and skewed
 * - photographs: single images of 72 to 200 dpi, some skewed, turned or photographed
 */

/** The costs that an image or a page may have. A page of A4 has 3.9 million pixels at 200 dpi. */
export const recognitionLimits = {
  /** Pixels of the raster that is read; larger pages are read at fewer dots per inch. */
  maxPixels: 30_000_000,
  /** The same for its longer side: Tesseract counts pixels up to 32 767, and fails on what has more. */
  maxSide: 32_000,
  /** Milliseconds of CPU time to load Tesseract, which takes 0.4 s. */
  loadMs: 30_000,
  /**
   * Milliseconds of CPU time for all readings of one page, which takes 3 to 4 s at 200 dpi; and where its image is only to show
   * what its text layer means, or for all of its pictures.
   */
  pageMs: 60_000,
  lookMs: 20_000,
} as const

/** The resolution at which an image or page is read. Checked on scans and photographs. */
export const resolution = {
  /** Dots per inch: what a file states is believed between these. */
  minStated: 70,
  maxStated: 1200,
  /**
   * Dots per inch that programs write when they do not know; used only if the page is no longer than `maxPageInches`.
   */
  defaultStated: 100,
  maxPageInches: 24,
  /** Inches of A4 and Letter, and by how much the proportions of an image of such a page may differ, as a share. */
  papers: [
    { short: 8.27, long: 11.69 },
    { short: 8.5, long: 11 },
  ],
  paperTolerance: 0.004,
  /** Inches: the assumed longer side of any other image without a resolution, that of an A4 or letter page. */
  assumedLongSide: 11.4,
  /**
   * Dots per inch of a screen, which a small image is assumed to be a piece of; and the highest value that is assumed.
   */
  screenDpi: 96,
  maxAssumedDpi: 600,
  /** Times: an image is enlarged no more than this. */
  maxEnlargement: 4,
  /** Times: within these, an image is read as it is, because every change blurs it. */
  unchangedFrom: 0.75,
  unchangedTo: 1.3,
  /** Inches: a PDF page whose sides are shorter, as of a book that was scaled down, is drawn in this many times the pixels. */
  smallPageInches: 6,
  smallPageFactor: 2,
  /** Dots per inch: a page that can only be drawn at fewer cannot be read. */
  minDpi: 20,
} as const

/**
 * The division of a page between the networks, which read line by line, and Tesseract, which reads it as a whole.
 * Checked on photographs, receipts and scans.
 */
export const twoRecognizers = {
  /**
   * Heights of their lines that all lines of a page are long: up to this the networks read it. A receipt has 170 to 410, half a
   * page of print 500; each height takes them 4 ms, and Tesseract takes 4 s for a page. Of twenty receipts and three other images
   * those between 350 and 410 are read by the networks alone as well as by both: words .776 to .789, .842 to .842, .966 to .969, values
   * .944 to .930; the dearest receipt takes .58 of the time.
   */
  maxHeights: 450,
  /** Confidence below which a line that Tesseract read is read by the networks too. */
  minSure: 0.6,
  /**
   * Confidence below which words of better lines are, those with figures first, up to as many heights as are long, and the white
   * beside them that the networks see, in heights of their line. Of the words of scans a tenth are.
   */
  minAlone: 0.95,
  maxAgainHeights: 350,
  maxMargin: 0.2,
  /** Heights of a line without a word in it from which on some may have been missed: white between words is narrower. */
  minUnread: 1.5,
  /** Confidence that they are surer by at least, and letters and figures of such a line. */
  minGain: 0.2,
  minLetters: 4,
  /** Confidence below which a line is badly read, and the share of such lines from which the networks read all. */
  minGood: 0.8,
  maxBadShare: 0.3,
} as const

/**
 * The confidence in words that two recognisers read. Measured on receipts, photographs and scans of which two thirds were looked
 * at: what both read is right in 995 of 1000 words whatever each is sure of, what they differ on in 550.
 */
export const recognizerAgreement = {
  /** Times that both are wrong in the same way for each time that they would be if that were chance. */
  dependence: 2,
  /** Confidence at most in words on which they differ: numbers that are wrong look as good as right ones. */
  maxDisputed: 0.89,
  /** Characters of one text times those of the other that are compared at most: lines are shorter. */
  maxCells: 250_000,
} as const

/**
 * Numbers that are unsure although each of their figures is not. Measured with the smaller model on the 850 numbers of twenty
 * receipts, against their transcripts. Lengths are in heights of the font.
 */
export const doubtfulNumberLimits = {
  /**
   * The probability that a number is right by the probability of its least sure character. Of fifteen of the receipts, 31 % are right
   * of those whose weakest character has less than .5, 63 % up to .7, 55 % up to .8, 88 % up to .9 and 96 % of the others.
   */
  byWeakest: [
    [0, 0.2],
    [0.5, 0.45],
    [0.7, 0.6],
    [0.8, 0.75],
    [0.85, 0.85],
    [0.9, 0.9],
    [0.95, 0.94],
    [0.98, 0.96],
    [1, 1],
  ],
  /** Probability from which on a sign was half seen: between the figures of 613 right numbers none has .04. */
  minSign: 0.04,
  /** White between groups of figures that may be one number: wider white divides columns. */
  maxGap: 0.8,
  /** Confidence at most in a number that may lack a sign. */
  maxWithoutSign: 0.8,
  /** White beside and above a number that is looked at for itself, in its heights: with less, the networks see no points. */
  marginBeside: 1,
  marginAbove: 0.3,
  /** Numbers of a page that are looked at, each of which takes 20 ms. */
  maxLooks: 40,
} as const

/** Decides whether a page may lie on its side or upside down. Checked on photographs. */
export const orientation = {
  /** Quality below which the orientation is looked at. */
  minQuality: 0.6,
  /** Quality from which on a page that was read by networks is not read again in other light or from above. */
  minSureQuality: 0.7,
  /** Tesseract's measure of how sure it is of an orientation; below this it is often wrong. */
  minConfidence: 2,
  /** Share of the page: less ink is dust, and no reason to look at a page of no text again. */
  minInk: 0.0003,
  /** Characters of a word whose shape shows how its line runs. */
  minWordLength: 4,
  /**
   * Height by width from which a word runs up or down, and the share of such words from which the page is on its side.
   */
  minUprightRatio: 1.3,
  minUprightShare: 0.6,
} as const

/** Decides whether a page is in a script that the languages it was read in do not have. Checked on pages in eleven scripts. */
export const scripts = {
  /**
   * Quality from which on a page is in its languages. Read as English, pages in ten other scripts have .03 to .29, Polish
   * ones .89.
   */
  maxQuality: 0.45,
  /** The same where a model has read it: Greek and Russian ones have .48 and .49, the worst photographs of receipts .74. */
  maxModelQuality: 0.6,
} as const

/** Decides whether a page has more on it than was read. Checked on scans. */
export const textYield = {
  /** Share of the page: less ink is dust. */
  minInk: 0.0015,
  /** The squares of letters by their ink: they are some eight times their ink; fewer mean that text was missed. */
  minSquares: 1,
} as const

/** The height of a font from the measures of a row. Checked on scans. */
export const fontHeights = {
  /**
   * Heights of small letters, of capitals, and of a row from descender to ascender, as shares of the font's height.
   * They are those of common fonts.
   */
  small: 0.5,
  capital: 0.7,
  row: 0.92,
  /** Share of small letters below which a row shows the height of capitals and figures. */
  minSmallShare: 0.12,
} as const

/**
 * The probability that a word is right by the confidence that Tesseract has in it. Measured on forty thousand words of
 * English print at several resolutions, some blurred or noisy, against the text of their PDFs: Tesseract's own figure
 * is too low for good words and too high for bad ones.
 */
export const recognitionCalibration: readonly (readonly [confidence: number, probability: number])[] = [
  [0, 0],
  [0.2, 0.3],
  [0.4, 0.38],
  [0.6, 0.46],
  [0.7, 0.63],
  [0.8, 0.71],
  [0.85, 0.85],
  [0.9, 0.93],
  [0.92, 0.965],
  [0.94, 0.977],
  [0.95, 0.99],
  [0.96, 0.995],
  [1, 0.995],
]

/**
 * Sizes of words on the pages of a document. A size measured in an image is a pixel off here and there. Checked on
 * scans.
 */
export const fontSizes = {
  /** Share by which two measures of one size may differ. */
  tolerance: 0.065,
  /** Parts of a point that a size is rounded to. */
  stepsPerPoint: 4,
} as const

/** Bold type by the thickness of its strokes. Checked on scans. */
export const bold = {
  /** Times the usual stroke of the page: bold on any page, and on one whose strokes hardly vary. Measured on scans. */
  evidentStrokeRatio: 1.25,
  minStrokeRatio: 1.12,
  /** Times the median distance of strokes from the usual one. */
  minSpreads: 6,
  /** Characters that show such a slight difference. */
  minLettersOfSlight: 8,
  /** Times the usual size: in smaller print, blur makes every stroke look thick. */
  minSizeRatio: 0.93,
  /** Characters: a few letters show nothing. */
  minLetters: 3,
  /** Shares by which strokes and sizes of lines set alike may differ, and how far apart their baselines may be. */
  strokeTolerance: 0.15,
  sizeTolerance: 0.1,
  maxLineStep: 1.7,
  /** Greys between ink and paper that are assumed at least, so that an empty box does not divide by nothing. */
  minContrast: 30,
} as const

/** Bullets, by the shape of their ink. Letters are larger or lower. Checked on scans. */
export const recognizedBullets = {
  /** Its sides: at least, below which a filled one is a dot, and at most. */
  minSide: 0.12,
  maxDotSide: 0.3,
  maxSide: 0.48,
  /** Pixels of a side at least. */
  minSidePixels: 3,
  /** The most that its sides may differ: pixels, and a share of the longer one. */
  roundnessPixels: 1.5,
  roundness: 0.25,
  /** The distance from its lower end to the baseline; less is a full stop or a letter. */
  minRaise: 0.06,
  /** The share of ink within its bounds that makes it filled. */
  minFilledShare: 0.62,
  /** Greys between ink and paper; with fewer there is no ink. */
  minContrast: 80,
  /** White after the first word that sets it apart from its text. */
  minGap: 0.3,
  /** Characters of a word that may be a bullet. */
  maxLetters: 2,
  /**
   * The area in which a bullet that was not read at all is searched: left of the first word, and below the baseline.
   */
  searchFrom: 2.2,
  searchTo: 0.15,
  searchBelow: 0.3,
  /** Height and confidence that such a bullet gets. */
  height: 0.6,
  confidence: 0.9,
} as const

/** A dash at the start of a line, which Tesseract joins to the first word. Checked on scans. */
export const recognizedDashes = {
  /** The white after a dash may begin so far from the left of the word. */
  minWidth: 0.2,
  maxWidth: 1.2,
  /** Width of the white. */
  minGap: 0.14,
  /** Greys from which on a pixel is white. */
  minWhite: 140,
} as const

/** The limits below which recognised words are no words. Checked on scans. */
export const junk = {
  /** Confidence below which a word in a picture, or a word without letters and digits, is left out. */
  minInPicture: 0.9,
  minOfSigns: 0.25,
  /** Distance, beside half of the rule's thickness, up to which the strokes of a word may be the rule itself. */
  ruleReach: 0.15,
  /** Share of the word's width that a rule has to be longer than. */
  minRuleShare: 0.9,
} as const

/** An `I` that was read as a bar. In heights of the text. Checked on scanned forms. */
export const capitalI = {
  /** White up to the word after it: more is between columns, which a line may divide. */
  maxGap: 0.7,
  /** A line that divides columns is taller. */
  maxHeight: 1.1,
} as const

/** A closing brace alone on its line, which is often read as a letter or figure. Checked on scans with programs. */
export const braces = {
  /** Confidence up to which such a word is replaced. */
  maxConfidence: 0.9,
} as const

/**
 * Letters of one width, as programs are set in. Lengths in steps are from letter to letter. Checked on scans with
 * programs.
 */
export const monospacedRecognition = {
  /** The step. */
  minStep: 0.53,
  maxStep: 0.72,
  /** Steps that words may be off their places (root mean square). */
  maxDeviation: 0.25,
  /** Times the size of most text: code is hardly larger. */
  maxSizeRatio: 1.35,
  /** Between baselines of lines of one program. */
  maxLineStep: 1.75,
  /** Left of the line above that the next one may begin. */
  maxOutdent: 4,
  /** Characters of a line that may be only braces, whose size is not known. */
  maxBraces: 4,
  /** Characters that a line needs to show its step by itself, and where another line has the same step. */
  minLetters: 25,
  minLettersShared: 12,
  /** Characters that a line needs to be found by the width of its words away from others. */
  minLettersAlone: 10,
  /** Share by which steps may differ that two lines share, and that are averaged. */
  sharedTolerance: 0.015,
  averageTolerance: 0.04,
  /** Share by which the sizes of two lines of a program may differ. */
  sizeTolerance: 0.25,
  /** Share of the lines on a shaded ground from which on all of them are code. */
  minGroundShare: 0.6,
  /** Steps by which a word may be wider or narrower than its letters' places. */
  maxWider: 0.1,
  maxNarrower: 0.55,
  /** Characters, and share of those of the line, in words as wide as their letters' places. */
  minFittingLetters: 5,
  minFittingShare: 0.7,
} as const

/** Shaded grounds and pictures. Checked on scans. */
export const areas = {
  /** Inches: a cell of pixels, and the shorter side of a ground and of a picture at least. */
  cell: 0.03,
  minGround: 0.1,
  minPicture: 0.45,
  /** Pixels of a cell's side at least. */
  minCellPixels: 4,
  /**
   * Greys: the tolerance for paper, the tolerance for a single grey, and the darkness at which an area is part of a
   * picture.
   */
  paperTolerance: 5,
  greyTolerance: 4,
  minPictureDarkness: 30,
  /** Greys added to the tolerance where the edge of a ground is looked for. */
  edgeTolerance: 2,
  /** Share of its bounds that a ground or picture fills: text leaves holes in it. */
  minFilledShare: 0.7,
  /** Share of a row or column of pixels that has the grey of the ground. */
  minEdgeShare: 0.5,
} as const

/** Straight lines. Lengths in inches. Checked on scans, light lines and those round shaded grounds among them. */
export const recognizedRules = {
  minHorizontal: 0.22,
  minVertical: 0.16,
  /** Half of the thickness at most; the paper beside a line is looked at in this distance. */
  halfThickness: 0.025,
  /** Pixels of it at least. */
  minHalfThicknessPixels: 3,
  /** White in a line that noise has left. */
  maxGap: 0.03,
  /** Greys by which a line is darker than the paper on both sides. */
  minDarkness: 11,
  /** Share of a line that is dark by itself: letters leave gaps that the mean has bridged. */
  minDarkShare: 0.88,
  /** Pixels to each side that are averaged along the row, which noise and halftone dots do not survive. */
  smoothing: 4,
  /** Stretches of one line: how far off each other they may be, in inches and pixels, and how far apart. */
  maxShift: 0.015,
  minShiftPixels: 2,
  maxBreak: 0.05,
  /** Points by which the frame of a picture may lie outside of it: across its direction, and along it. */
  frameAcross: 2,
  frameAlong: 4,
} as const

/** Boxes to tick. Shares of their side unless a unit is given. Checked on forms that were scanned. */
export const recognizedTickBoxes = {
  /** Inches: the sides of a box. */
  minSide: 0.075,
  maxSide: 0.22,
  /** The longer side to the shorter. */
  maxRatio: 1.25,
  /** The share of a side that is dark: noise breaks a line, and letters are round. */
  minDark: 0.92,
  /** The share of the row above a box that may be dark. */
  maxOutside: 0.5,
  /** The maximum thickness of a line, and the number of sides that go on beyond the corners of a cell in a grid. */
  maxLine: 0.15,
  minSidesOfGrid: 2,
  /** The inset of the area in which a tick is searched, and the share of dark pixels inside a ticked box. */
  inset: 0.22,
  minTick: 0.06,
  /** The maximum width of a word that is a box, relative to the box. */
  maxWordRatio: 1.6,
  /** The distance that a word reaches into a box to which it belongs, and the white between a box and its label. */
  minOverlap: 0.4,
  gap: 0.2,
  /**
   * The maximum distance of a label from its box, in sides of the box: squares further from all text are parts of
   * drawings.
   */
  maxToLabel: 4,
  /** The distance by which its lines may miss each other, and the white beyond that beside a box that is no letter. */
  miss: 0.06,
  minApart: 0.12,
  /**
   * The distance of other letters on both sides of a letter that looks like a box, and the minimum reach of its stem.
   */
  letterGap: 0.5,
  stem: 0.2,
  /**
   * White between letters of a word at most, in heights of the font (a space has a quarter of one), and the confidence of a word
   * that one box is a letter of.
   */
  maxLetterStep: 0.2,
  minSureWord: 0.9,
  /** The maximum distance that a tick reaches out of its box. */
  reach: 0.7,
  /** The share of a box that is dark where it is filled: letters have white in them. */
  minFilled: 0.85,
  /** Pixels: the side of a corner with ink in it. */
  corner: 2,
  /** Pixels by which the sides of boxes of one size differ. */
  sameSide: 2,
  /** Boxes of a page: with more it is a drawing. */
  maxBoxes: 300,
} as const
