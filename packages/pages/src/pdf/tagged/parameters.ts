/*
 * The thresholds by which a structure tree is read and trusted. Unless a unit is given, a length is in heights of the
 * font, and a share is a part of one.
 *
 * The sets on which they were checked:
 *
 * - styles: documents written in Markdown and printed in six styles, half of them tagged
 * - producers: documents by TeX and office programs, tagged where the program does so
 * - government tables: reports with tables, some with trees that say nothing or the wrong thing
 */

/**
 * The maximum that a tree may have. No table for people has more, but a damaged or hostile tree may claim any number.
 */
export const taggedPdfLimits = {
  tableRows: 20_000,
  tableCells: 100_000,
  tableColumns: 500,
  /** Cells of a row whose places are compared with each other. */
  comparedCells: 100,
  /** Levels of elements between a table and its rows. */
  tableDepth: 8,
} as const

/** Decides whether a tree says more than the look of its pages. Checked on all sets. */
export const taggedTrust = {
  /** The share of the text in headings above which a tree is wrong, unless it has fewer pieces than `minPieces`. */
  maxHeadingShare: 0.6,
  minPieces: 4,
  /** The share of the text that the tree leaves out, of the text that it covers. */
  maxMissingShare: 0.6,
  /** Share of the page's height at the top and at the bottom where text may be missing: it is a header or footer. */
  margin: 0.12,
  /** The share of the text in paragraphs that are really several. */
  maxLumpShare: 0.5,
  /** Such a paragraph has this many lines, and this many distances larger than the median by this factor. */
  minLumpLines: 8,
  minLumpGaps: 3,
  minLumpGapRatio: 1.4,
  /**
   * Blocks further up the same column than the block before: more than this many, and than this share, make an order
   * useless.
   */
  maxMisplaced: 3,
  maxMisplacedShare: 0.25,
  /** Points by which a block may begin above the one before it. */
  topTolerance: 2,
  /** Rows of paragraphs side by side at least, and their share of all blocks. */
  minTornRows: 4,
  minTornShare: 0.2,
  /** The texts of one row may be so far off its line. */
  maxRowShift: 0.3,
  /** White between a box to tick and its label at most. */
  maxTickGap: 1.2,
  /** Numbered headings of a page that show its order, and points by which those of one column begin off each other. */
  minNumbered: 3,
  columnTolerance: 10,
} as const

/** Lines and columns within an element. Checked on styles. */
export const taggedLineParameters = {
  /** Columns that a piece of text may run through; more indicate words drawn in any order. */
  maxColumns: 4,
  /**
   * The minimum distance up to the next word that begins a column; if the word is clearly to the right, less is enough.
   */
  minColumnRise: 1.5,
  minColumnRiseBeside: 0.7,
  minColumnGap: 1,
} as const

/**
 * Loose text in a group: from baseline to baseline, further down or up than this begins another text. Checked on
 * styles.
 */
export const taggedGroupParameters = {
  maxStepDown: 2,
  maxStepUp: 1,
  /** The distance from the baseline of a line to that of the mark of a note on it. */
  maxRaise: 0.6,
} as const

/** Programs whose lines are tagged as paragraphs. Checked on styles and producers. */
export const programs = {
  /** The distance from line to line. */
  maxLineStep: 1.5,
  /** The share of the text in letters of one width that makes the document typewritten, so that they mean nothing. */
  minTypewrittenShare: 0.8,
  /** Words of a single line that is a program; a shorter one is a name. */
  minWords: 3,
} as const

/** Tables that only arrange a page. Checked on government tables. */
export const taggedTableParameters = {
  /** The share of empty cells above which a table without headers only arranges. */
  maxEmptyShare: 0.6,
} as const

/** Tables that a browser does not tag as such. Checked on styles, producers, and tables of statements and letters. */
export const shapedTables = {
  /** Rows of several texts at least, and their share of all rows. */
  minRows: 3,
  minShare: 0.5,
  /** Words of a cell; a longer text is a column of the page. */
  maxCellWords: 25,
  /** Points by which rows overlap: boxes are as high as fonts claim to be. */
  maxOverlap: 3,
} as const

/** Text at the edges of a page that the tree leaves out. Checked on styles and producers. */
export const margins = {
  /** Share of the page's height at the top and at the bottom in which it is a header or footer. */
  share: 0.15,
  /** Points by which it may overlap tagged text: boxes are as high as fonts claim to be. */
  slack: 3,
} as const
