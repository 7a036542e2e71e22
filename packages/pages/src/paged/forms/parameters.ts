/*
 * The thresholds by which the fields of a form are listed. A length is in heights of the text, a share is a part of
 * one. Checked on forms: invoices, orders, statements and application forms by five producers.
 */

export const formFieldParameters = {
  /** White between the words of one label, and between a box or an entry and its label. */
  maxGap: 1.5,
  maxFirstGap: 3,
  /** Words of a label: more are a sentence. */
  maxLabelWords: 8,
  /** Columns of a table of labels and values: two times two and, at most, three times. */
  maxColumns: 6,
  /** The share of rows with a label and a value. */
  minRowShare: 0.6,
  /** The share of labels with a colon, or of values unlike each other, that tells a form from data. */
  minColonShare: 0.6,
  minShapeShare: 0.6,
  /** Words of a value on average: longer ones are descriptions. */
  maxMeanWords: 5,
} as const
