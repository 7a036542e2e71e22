/*
 * These thresholds tell adjacent tables apart, in the units of ../parameters.ts.
 */

/** Tables right below each other. */
export const touchingTables = {
  /** White between two headings, as between cells. */
  gap: 0.9,
  /** Gaps between headings, and numbers in the rows around them: one alone may be text with a figure in it. */
  minGaps: 2,
  /** Rows of each table, with its headings. */
  minRows: 3,
} as const

/** Tables side by side. */
export const tablesSideBySide = {
  /** White between a label and its number. */
  gap: 0.9,
  /** Gaps of both tables and between them. */
  minGaps: 3,
  /** Rows on each side with nothing beside them: one may be a line of a wrapped cell. */
  minAlone: 2,
} as const
