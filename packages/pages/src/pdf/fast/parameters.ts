/*
 * The thresholds of the reader that has the layout library find the blocks. Lengths in heights of the font unless a
 * unit is given; a share is a part of one.
 *
 * The sets on which they were checked:
 *
 * - styles: documents written in Markdown and printed in six styles, with one column and with two
 * - forms: invoices, orders, statements and application forms with fields that were filled in
 * - hostile: damaged and odd PDFs
 */

/** The costs that a document or page may have. */
export const fastPdfLimits = {
  /** Pages that the layout library reads at once: its result is far larger than what is kept of it. */
  batchPages: 40,
  /** Pictures of one page that are listed. */
  maxPictures: 500,
  /**
   * Images of one page that are compared with each other; a page with more is made of images, and each is left as it
   * is.
   */
  maxPieces: 2000,
  /** PDF's own limit of a page's side, in points; a damaged page may claim any. */
  maxPageWidth: 14_400,
} as const

/** Pieces of one picture. Points. Checked on hostile documents and on producers that cut images into strips. */
export const fastPictureParameters = {
  /** The distance up to which the edges of two pieces may be apart or out of line. */
  slack: 1,
} as const

/** Words into lines and blocks. Checked on styles. */
export const fastLineParameters = {
  /** Points that the centre of a word may lie outside of its region. */
  regionSlack: 1,
  /** Points by which the sizes of two lines of one block may differ. */
  sizeTolerance: 0.6,
  /** Times the size of its line that a raised word has at most, and how far it ends above the bottom of the line. */
  maxRaisedSize: 0.8,
  minRaise: 0.15,
  /** White between two items that is a space. */
  minSpace: 0.12,
} as const

/** Text that is not to be seen. Points. Checked on PDFs whose text layer differs from their look. */
export const hidden = {
  /** The distance that the middle of a word may lie outside of a hidden box. */
  slack: 0.5,
} as const

/** Two columns of text. Checked on styles. */
export const fastColumnParameters = {
  /**
   * Points: the white between them, how far a rule reaches over it on both sides, and how far a word may reach into it.
   */
  minGutter: 6,
  minReach: 10,
  maxIntrusion: 1,
  /** Shares of the page's width between which the white is. */
  from: 0.3,
  to: 0.7,
  /** Shares of the words that may be in the white (headings of the whole width), and above which there is none. */
  clearShare: 0.01,
  maxCrossingShare: 0.1,
  /** Points: a background that is taller is a frame, not the row of a table. */
  maxBandHeight: 80,
  /** Rules across the white from which on the text is a table. */
  minRules: 2,
  /** Lines of a column, and the share of them, that words fill. */
  minLines: 5,
  minFilledShare: 0.4,
  /** Share of the widest line that a filled one has, and share of itself that its words cover. */
  minLineWidth: 0.6,
  minCoveredShare: 0.6,
} as const

/** Words in form fields, whose places are not known, set as an ordinary font would set them. Checked on forms. */
export const fastFieldParameters = {
  characterWidth: 0.5,
  lineStep: 1.2,
  /** The gap from a label to its field, at most. */
  maxLabelGap: 14,
  /** Lines from the top of a field of several lines within which its label is. */
  labelLines: 1.5,
  /**
   * Points: a rule is narrower; it is so far outside of the label or field, and reaches so far above or below the
   * field.
   */
  maxRuleWidth: 3,
  ruleSlackBefore: 1,
  ruleSlackAfter: 4,
  minRuleReach: 4,
} as const

/** Points around the text of a zone in which the rules of its tables are. Checked on styles. */
export const zones = { margin: 15 } as const

/**
 * The conditions under which the characters of a page are counted to see whether some are missing, which is slow.
 * Checked on hostile documents.
 */
export const completeness = {
  /** Characters: pages with fewer are always counted. */
  minCharacters: 200,
  /** Share of the words, or of the length of the text objects, that may be missing before they are counted. */
  maxMissingShare: 0.2,
} as const
