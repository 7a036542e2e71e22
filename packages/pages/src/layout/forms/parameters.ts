/*
 * The thresholds by which the labels, values and boxes of forms are found. Unless a unit is given, a length is in
 * heights of the text, and a share is a part of one.
 *
 * The sets on which they were checked:
 *
 * - forms: invoices, orders, statements and application forms by five producers
 */

/** Boxes to tick, and the words that replace them. Checked on forms. */
export const tickBoxLayout = {
  /** A box and its text: the side of the box is neither a dot beside it nor a frame around it. */
  minSide: 0.5,
  maxSide: 2.2,
  /** The baseline of the text may be so far below and above the middle of the box. */
  maxBelow: 0.2,
  maxAbove: 1,
  /** White between a box and its label; words further away are on its line only. */
  maxGap: 3,
  /** The share of its side by which a word may reach into the box. */
  overlap: 0.3,
  /** Above the baseline that the box of the word reaches. */
  height: 0.75,
} as const

/** Stretches of words on one line. Checked on forms. */
export const segments = {
  /** The baselines of one line differ by so many heights of the smaller font. */
  baselineTolerance: 0.3,
  /** White wider than this is between two segments: justified lines stretch the spaces between words to less. */
  minGap: 0.9,
} as const

/** The limits of labels and of their values. Checked on forms. */
export const labels = {
  /** Words. A label names; a text of more words says something. */
  maxWords: 6,
  maxValueWords: 10,
  maxCharacters: 40,
  maxValueCharacters: 80,
} as const

/** Labels above their values. Checked on forms. */
export const labelAbove = {
  /** Lines of the page, in all columns, within which the value follows. */
  maxRows: 3,
  /** The baseline of a value below that of its label, in heights of the value. */
  minStep: 0.7,
  maxStep: 1.9,
  /** The size of a label to that of its value. */
  maxLabelSize: 0.93,
  /** Lines of one text, and rows of one table, are closer than this. */
  maxPitch: 1.5,
  maxTableStep: 2.2,
  /** Points by which the sides of a label and its value differ. */
  tolerance: 1.5,
  /** Pairs in one style, and the share of what is in the style of their labels. */
  minPairs: 2,
  minShare: 0.4,
} as const

/** Pairs that belong together. Checked on forms. */
export const formGroupParameters = {
  /** Words of a page: a form has fewer, and every label is compared with many of them. */
  maxWords: 5000,
  /** White between one pair and the next below it. */
  maxGap: 3,
  /** Pairs at the end of a group between which and the next there may be nothing else: those of about one row. */
  maxLast: 4,
} as const

/** Labels beside their values. Checked on forms. */
export const beside = {
  /** Points by which the labels of one run, or the lines of one value, begin off each other. */
  tolerance: 2,
  /** The values of one run may begin, or end, so far off each other. */
  maxRagged: 0.75,
  /** The distance from one line to the next, and further lines of a value. */
  maxStep: 2.6,
  maxValueLines: 3,
  /** The distance from one line of the last value to the next. */
  maxLinePitch: 1.6,
  /** Lines of a run; where every label has a colon, fewer will do. */
  minRows: 3,
  minColonRows: 2,
  /** The share of labels with a colon, or with another style than their values, that makes a run one of labels. */
  minShare: 0.8,
  /** The share of values with a figure where there is neither: columns of text have few. */
  minNumberShare: 0.3,
  /** The share of lines with text left of the label: more are rows of a table, fewer have an address beside them. */
  maxBesideTextShare: 0.8,
  /** The share of labels that begin with a small letter: more are lines of a text. */
  maxLowerShare: 0.3,
  /** The share of labels as wide as each other, in points: more are lines of justified text. */
  widthTolerance: 2,
  maxEvenShare: 0.6,
  /** The share of lines with a rule between them and the one before: more are rows of a table. */
  maxRuledShare: 0.5,
} as const
