/*
 * The thresholds by which the header of a table is read, in the units and with the sets of ../parameters.ts.
 */

/** The bounds of a header, in rows and in shares of the table. */
export const headerParameters = {
  maxRows: 8,
  /** Shares of the width: where a line over the whole table may begin, and its extent. Measured on reports. */
  maxIndentShare: 0.06,
  minWholeShare: 0.6,
  /**
   * The share of the width: a shorter line from the left is over some columns only. Measured on styles and producers.
   */
  maxPartialShare: 0.9,
  /** Numeric cells of a column, and the share of them, that make it a column of numbers. */
  minNumericCells: 2,
  /** Measured on forms. */
  minNumericShare: 0.6,
  /** Bold rows at the top, and the share of rows below them that may be bold, too. */
  maxBoldRows: 4,
  maxBoldShare: 0.4,
} as const

/** Headings over several columns. */
export const spans = {
  /** The maximum distance of a heading's line below its baseline. */
  ruleDistance: 1.2,
  /** Points by which a heading may reach out over its line. */
  ruleTolerance: 3,
  /** The share of a column, or of the line, that both must have in common. */
  minSharedWidth: 0.4,
  /** Points between edges of text that are aligned, and between their middles. Measured on reports. */
  alignment: 4,
  /** Measured on reports. */
  centreAlignment: 6,
  /** Points by which the middle of more columns must be nearer to that of the heading. Measured on reports. */
  minGain: 1,
} as const

/** Headings that share all columns of the headings below them. */
export const sharedColumns = {
  /** Headings, and columns of each: one heading in the middle may as well be the upper line of a longer one. */
  minHeadings: 2,
  minColumns: 2,
  maxColumns: 40,
  /** Between the middle of a heading and that of the text in its columns. */
  maxDistance: 1.2,
} as const
