/*
 * The thresholds by which the text layer of a page is judged. Lengths are heights of the font and shares parts of one,
 * unless a unit is given.
 *
 * The sets on which they were checked:
 *
 * - integrity: PDFs whose text layer differs from what they show, and clean ones
 * - clean: documents in six styles, by TeX, office programs and browsers, and reports of governments
 */

/** The thresholds by which the ink of a glyph tells about its character. Checked on integrity and clean. */
export const shapes = {
  /** Letters of a font by which the heights of its letters are known. */
  minLetters: 5,
  /** Rounds in which the letters are divided into short and tall ones. */
  rounds: 4,
  /** Between short and tall letters; fonts with less have one height. */
  minHeightStep: 0.08,
  /** The minimum depth of `g`, and the maximum depth of letters on the line. */
  minDepth: 0.05,
  maxDepth: 0.12,
  minFigureHeight: 0.3,
  /** The foot of signs that hang, the top of signs at the foot of the line, and the height of flat ones. */
  minHighBottom: 0.12,
  maxLowTop: 0.36,
  maxFlatHeight: 0.36,
  /** The height that a mark adds above its letter. */
  minAccent: 0.03,
  /** Between the tops of small capitals: round ones reach higher. */
  smallCapitalTolerance: 0.06,
} as const

/** The thresholds from which on glyphs of a page are doubted. Checked on integrity and clean. */
export const doubts = {
  /** Letters and figures of a font that contradict their codes, in number and as a share, before all are doubted. */
  minContradicting: 3,
  minContradictingShare: 0.2,
  /** Letters and figures of a font without Unicode that fit their codes before those are believed, and those that may not. */
  minJudged: 8,
  maxBelievedShare: 0.05,
  /** Glyphs of a font without Unicode, in number and as a share, before its other codes are doubted as well. */
  minUnknown: 4,
  minUnknownShare: 0.25,
  /** Share of the letters and figures of a font that come in several shapes at most, if each of them is doubted. */
  maxSeveralShare: 0.2,
  /**
   * A letter may be so much narrower than another shape of it, and so much higher: its next neighbours in form differ
   * by more.
   */
  maxNarrowing: 0.1,
  maxHeightStep: 0.02,
} as const

/** The weights of recognition in the decision about doubted glyphs. Checked on integrity. */
export const votes = {
  /** Confidence of a recognised word that is heard, 0–1. */
  minConfidence: 0.4,
  /** Points in which characters are sorted by their height on the page. */
  rowHeight: 12,
  /** The distance that the middle of a glyph may be outside the box of its word. */
  slack: 0.25,
  /** Share of the votes for a glyph that decides, and of the votes of one word that decides alone. */
  minShare: 0.6,
  minSingle: 0.8,
  /** The most that a letter with an accent is wider than the letter. */
  maxWidthDifference: 0.06,
  /** Glyphs that draw something in a font of text; a font with fewer has signs that recognition takes for letters. */
  minGlyphsOfText: 5,
  /** Letters in a row that one glyph is at most: a ligature. */
  maxLigature: 3,
  /** Glyphs of a font, and share of them, whose codes are all shifted by one number before the others are as well. */
  minShifted: 5,
  minShiftedShare: 0.85,
} as const

/** Mistakes in all codes of a font. Checked on integrity. */
export const codePages = {
  /** Doubted glyphs that a mistake explains at least. */
  minExplained: 2,
  /** Glyphs that fit their codes and not the mistake, for each that it explains. */
  maxRefutedShare: 0.2,
} as const

/** The widths that tell which dash a flat line without Unicode is. Checked on integrity. */
export const dashesOfVerdict = {
  /** Wider ones are no hyphens, and wider still, they are long dashes. */
  minLong: 0.4,
  minVeryLong: 0.8,
  /** Share of its places with a figure after it, from which a dash is a minus. */
  minBeforeFigures: 0.5,
} as const

/** The conditions under which a page is read from its mended layer. Checked on integrity. */
export const verdictTrust = {
  /** Share of the recognised words with doubted glyphs that a mended layer has as well. */
  minAgreement: 0.6,
  /** Confidence of a recognised word that is compared, 0–1. */
  minConfidence: 0.7,
  /** Share of a page's doubted characters that may remain unknown. */
  maxUnknown: 0.05,
  /** Share of a page's characters that are doubted, above which the page is read from its image if they stay unknown. */
  maxDoubted: 0.3,
  /** Share of a page's doubted characters that may stay unknown without a look at it, once other pages were looked at. */
  maxOpen: 0.02,
  /** Mean confidence of a recognised page that replaces its layer, 0–1; less is that of an unknown language. */
  minQuality: 0.7,
  /** Pages of a document that are recognised to judge their layers, and those for one glyph that was not read. */
  maxLooks: 20,
  maxLooksInVain: 2,
} as const

/**
 * The text over a scan that is noise, or worse than another reading. Of documents of all kinds half have less than one
 * tangled word in a hundred, those about programs up to 15; a layer in which one word in ten is wrong has some five.
 * Checked on integrity and on scans with a text layer.
 */
export const falseLayers = {
  /** Characters of a word that is judged, and words before there is a verdict. */
  minLength: 3,
  minWords: 8,
  /** Share of words that mix letters with figures and signs: of noise, and of a layer that is compared. */
  minNoise: 0.2,
  minPoor: 0.05,
  /**
   * The bounds of another reading: its characters, as a share of those of the layer, their mean confidence, and its
   * tangled words.
   */
  minRead: 0.8,
  minConfidence: 0.8,
  maxStillTangled: 0.5,
} as const
