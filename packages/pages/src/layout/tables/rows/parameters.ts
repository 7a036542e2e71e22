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
  /** The share of the width of a line below the header, and how many rows may be above it. */
  minHeaderShare: 0.9,
  maxHeadedRows: 4,
  /** Points between the beginnings of words that begin at one place. */
  startTolerance: 1,
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

/** Distances between lines, from baseline to baseline. */
export const distances = {
  /**
   * Lines that are closer than this, in heights of the smaller text, are one printed line: lines of text without any
   * space between them are one height apart. Measured on producers and hard pages.
   */
  onePrintedLine: 0.75,
  /**
   * A factor of the closest distance, up to which lines are as close: a mark that is set higher moves its line a little.
   * Measured on reports, styles, producers, forms and hard pages.
   */
  tight: 1.13,
  /** Lines of one cell are at most so many heights apart; double spacing is about 2.3. Measured on styles. */
  maxPitch: 1.85,
  /** The share of the closest lines that must be wrapped text for distance to tell rows: short cells leave some doubt. */
  minWrappedShare: 0.7,
} as const

/** Text that did not fit on a line and goes on below. */
export const wrapping = {
  /**
   * The room in heights that a line may leave beside that of its next word: for a space, and because words break
   * elsewhere.
   */
  slack: 0.65,
  /** Points. Ends that differ by less are set to one side, and beginnings that differ by more are not. Measured on forms. */
  aligned: 1,
  /** Columns with a number on both lines. One may end a text; two are the values of two rows. Measured on producers. */
  maxNumberColumns: 1,
  /** The share of columns that must be wrapped where there is such a number. Measured on forms. */
  minWrappedWithNumber: 0.5,
  /** Columns that may go on between drawn lines although they are not wrapped, as addresses do. Measured on styles. */
  maxUnwrappedColumns: 1,
} as const

/** Text that goes on below, in tables whose lines are equally close. */
export const reading = {
  /** The share of columns that must read on where another column goes on in none. Measured on styles. */
  minReadingOn: 0.5,
  /** Words that make a cell long enough to have been wrapped, where all columns of a full row seem to go on. */
  minWords: 3,
} as const

/** Labels of several rows. */
export const spanningLabels = {
  /** Such a label may be so many heights from the middle of its rows. Measured on producers. */
  tolerance: 0.3,
} as const
