/*
 * The thresholds by which the rows of a table are told apart, in the units and with the sets of ../parameters.ts.
 */

/** Rows and lines drawn between them. */
export const rowRules = {
  /** A line divides two rows if it is at most this far above the upper baseline, and at least this above the lower. */
  aboveUpperBaseline: 0.2,
  /** Measured on reports. */
  aboveLowerBaseline: 0.4,
  /** The share of the width: a shorter line underlines a heading. Measured on reports. */
  minWidthShare: 0.3,
  /** Every row is divided from the next if there are this many lines, and fewer rows of text than this between two. */
  minRules: 2,
  /** Measured on producers and forms. */
  maxRowsBetween: 3,
  /** The share of the width of a line below the header, and how many rows may stand above it. */
  minHeaderShare: 0.9,
  maxHeadedRows: 4,
  /** Points between the text of a drawn column and its right end. */
  padding: 4,
} as const

/** Words of a row in their columns. */
export const pieces = {
  /**
   * Narrower white joins words even at the end of a column; monospaced letters have wider spaces. Measured on hard
   * pages.
   */
  joined: 0.4,
  joinedMonospaced: 0.68,
  /** Words of at least so many letters, and how many of them, whose letters are as wide as each other: typed text. */
  minTypedLetters: 3,
  minTypedWords: 3,
  typedTolerance: 0.02,
} as const

/** Lines that make one row. */
export const rows = {
  /** Lines with closer baselines are one line, with cells set at different heights. Measured on hard pages. */
  overlap: 0.75,
  /** As a factor of the closest distance: up to this, lines are as close. Measured on reports and producers. */
  tight: 1.13,
  /** The maximum distance between baselines within one cell. Measured on styles and forms. */
  maxPitch: 1.85,
  /** The share of the pairs of closest lines that must be wrapped text for spacing to distinguish rows from lines. */
  minWrappedShare: 0.7,
  /** The share of columns of two lines that must be wrapped if one has numbers on both. Measured on forms. */
  minWrappedWithNumber: 0.5,
  /** The width of a space, and how ragged the right side of a cell may be. */
  space: 0.25,
  slack: 0.4,
  /** Points by which the sides of lines differ that are set to one side. Measured on forms. */
  aligned: 1,
  /** How far from the middle of its rows a label for several rows may stand. */
  labelTolerance: 0.3,
  /** The share of columns that must read on from one line to the next where another column goes on in none. */
  minReadingOn: 0.5,
  /** Words in a cell that make it long enough to have been wrapped, if all columns of a full row seem to continue. */
  minWords: 3,
} as const
