/*
 * The thresholds by which words become lines, columns and paragraphs. Unless a unit is given, a length is in heights of
 * the text (the font size of the words compared), and a share is a part of one.
 *
 * A threshold names the sets it was measured on: moved down by a fifth and up by a quarter, it changes what is read of
 * one of their documents (bench/sensitivity.ts). One that names none changed nothing in the fifty to
 * hundred documents that were tried: only its reason speaks for it. Limits bound the time that a hostile file may take.
 *
 * - reports: tables of government reports, ruled and open, from a published competition on finding tables
 * - styles: documents written in Markdown and printed in six styles, with one column and with two
 * - producers: documents made by TeX, office programs and converters of HTML
 * - forms: invoices, receipts and forms
 * - hard pages: single pages of old books, letters, journals and newspapers, with checks on what is to be read
 */

/** Letters of one width. */
export const monospacedLayout = {
  /**
   * The share of the characters of a document that makes it typewritten; then monospaced letters do not indicate
   * programs. Measured on reports.
   */
  minTypewrittenShare: 0.85,
  /** The share of the characters of a line that makes it a line of a program. Measured on styles and producers. */
  minCodeShare: 0.9,
} as const

/** Large first letters of chapters. */
export const initials = {
  /** Times as large as the text beside it. */
  minSizeRatio: 1.8,
  /** The minimum number of lines beside it; one line beside a large letter is a heading. */
  minLines: 2,
  /** Distances that the words beside the initial may be below it, within it and to the right of it. */
  below: 0.5,
  overlap: 0.3,
  gap: 1.2,
  /** Points between baselines of words on one line. */
  baselineTolerance: 2,
} as const

/** Words on one line. */
export const lineParameters = {
  /** The baselines of one line differ by so many heights of the smaller font. Measured on reports and hard pages. */
  baselineTolerance: 0.3,
  /**
   * Words of up to this size, in heights of the line, are superscripts and subscripts, which WeasyPrint sets at .89.
   * Measured on reports and hard pages.
   */
  maxScriptSize: 0.9,
  /** The distance from the baseline of the line to that of a script. Measured on reports and hard pages. */
  maxScriptDistance: 0.65,
  /**
   * The gap between a script and its word; the number of a footnote is further from its text. Measured on hard pages.
   */
  maxScriptGap: 0.35,
  maxNoteNumberGap: 1.5,
  /**
   * Share of the narrower of two numbers from which on one is printed under the other: an exponent begins where its
   * number ends.
   */
  minStackedShare: 0.5,
  /** Points by which the number of a footnote may overlap its text. */
  noteNumberOverlap: 1,
  /** The distance above the baseline at which a small word counts as raised. */
  minRaise: 0.15,
  /** The same below it: programs lower an index by less than they raise a mark. */
  minDrop: 0.08,
  /**
   * The white that counts as a space: if a space was drawn, if none was, and before a punctuation mark, from which
   * slanted letters lean away.
   * Measured on styles and hard pages.
   */
  drawnSpace: 0.04,
  /** Words with a space between them may overlap: slanted letters lean into it. */
  maxOverlapAtSpace: 0.2,
  space: 0.2,
  /** Measured on reports, producers and hard pages. */
  spaceBeforeMark: 0.3,
  /**
   * The same between characters of scripts without spaces, whose punctuation marks have white of half a height around them.
   * Measured on recognised pages in Chinese and Japanese.
   */
  ideographicSpace: 0.9,
} as const

/** The distance between lines of one text, from baseline to baseline. */
export const spacing = {
  /** Points by which sizes of lines of one text may differ. */
  sizeTolerance: 0.3,
  /** The range of distances between lines of one text. */
  min: 0.8,
  /** Measured on reports and producers. */
  max: 2.2,
  /** If the page has too few lines to measure it. Measured on reports, styles and hard pages. */
  assumed: 1.3,
  /** The number of distances of one size; fewer may all be between headings. Measured on producers. */
  minSeen: 4,
  /** Points by which the distance over an empty line may differ from two lines. */
  pitchTolerance: 0.5,
} as const

/** White that divides columns of text. */
export const gutters = {
  /** Narrower white is a space between words. The larger of this, in points, and the next, in heights of the text. */
  minWidthInPoints: 5,
  /** Measured on hard pages. */
  minWidth: 0.9,
  /** Lines on both sides. Measured on reports, styles and hard pages. */
  minLines: 4,
  /**
   * A box joins a row if its top is at most this share of its height below that of the row; a box of more points is as
   * high as several lines. Measured on hard pages.
   */
  rowOverlap: 0.5,
  maxRowHeight: 40,
  /**
   * The share of its width that a gutter must keep to continue; otherwise it ends and a narrower one begins. Measured
   * on styles.
   */
  minKeptWidth: 0.99,
  /** The number of stretches of white that are looked at, the tallest first; only words in no order leave more. */
  maxFound: 2000,
  /** Points by which words may reach into a gutter. */
  tolerance: 1,
  /**
   * The maximum indent of lines of a column from the white on their left, and the share of its lines that keep to it;
   * lines that do not belong to another column. Measured on hard pages.
   */
  maxIndent: 2.5,
  /** Measured on hard pages. */
  minStartShare: 0.5,
  /**
   * The minimum width of a column and of characters in its lines: columns of markers and of page numbers have less.
   * Measured on forms.
   */
  minColumnWidth: 8,
  /** Measured on forms. */
  minCharactersPerLine: 9,
} as const

/** A heading at the foot of one column that belongs to what comes below both. */
export const footHeading = {
  maxLines: 2,
  /** White above the heading, and below it up to the next text of the whole width. Measured on styles. */
  minWhiteAbove: 1,
  maxWhiteBelow: 4,
} as const

/** The share of the page. A larger picture is its background and divides nothing. Measured on hard pages. */
export const maxPictureShare = 0.6

/** Lines of one paragraph. */
export const paragraphParameters = {
  /**
   * The distance between lines: as a factor of the usual one on the page, plus points. Measured on reports, styles,
   * producers and hard pages.
   */
  maxPitchRatio: 1.2,
  /** Measured on styles, producers and hard pages. */
  pitchTolerance: 0.5,
  /**
   * The difference between sizes of lines of one paragraph: the larger of this, in points, and the next, in heights.
   */
  sizeTolerance: 0.6,
  /** Measured on hard pages. */
  relativeSizeTolerance: 0.07,
  /**
   * The ratio to the size of the text: a larger line is not a list item, and a smaller one may be a footnote.
   * Measured on reports, styles, producers and hard pages.
   */
  headingSize: 1.15,
  /** Measured on reports and hard pages. */
  noteSize: 0.92,
  /** Points between the sizes of a heading and its text, which have no font in common. */
  minSizeStep: 0.3,
  /** Twice the distance that a centred line may be off the middle of its column. */
  centreTolerance: 0.5,
  /** The number of preceding lines of which the leftmost beginning is that of the text. */
  linesBefore: 3,
  /** The minimum indent of a first line. */
  minIndent: 0.7,
  /** Measured on reports. */
  maxIndent: 4,
  /** The distance that the second line of a paragraph may begin right of its first line without being indented. */
  hang: 0.3,
  /** The line above ended early if it has this much room beside the next word, and this share of the column. */
  minRoom: 1.5,
  /** Measured on reports. */
  minRoomShare: 0.15,
} as const

/** Lines ended on purpose, as in addresses and programmes. */
export const looseLines = {
  /** Measured on reports and producers. */
  minLines: 3,
  /**
   * The number of lines that end although the next word had room, and their share. Measured on reports, producers and
   * hard pages.
   */
  minEnded: 2,
  minEndedShare: 0.5,
  /** The share of the column: less room may be left by a word that could not be divided. Measured on hard pages. */
  minRoomShare: 0.2,
} as const

/** Dots that lead from an entry of a list of contents to its page. */
export const leaders = {
  /** Fewer dots are an omission within a text. */
  minDots: 5,
} as const

/** Programs, set in letters of one width. */
export const codeParameters = {
  /**
   * The distance between lines, as a factor of the usual one: blank lines do not divide a program. Measured on
   * producers.
   */
  maxPitchRatio: 2.6,
  /** Points between sizes of its lines. */
  sizeTolerance: 0.5,
  /** Words. A single line with no more is a name or a command in a text. Measured on styles. */
  maxInlineWords: 2,
} as const

/** Formulas on lines of their own. */
export const formulas = {
  /** The share of the characters of a line that words of prose may have: `sim(q, p) = …` is a formula. */
  maxProseShare: 0.4,
  /** White within a line that is wider than between the parts of a formula: columns of a table. */
  wideGap: 3,
  /** White between two lines of one formula: a sum with its limits, a fraction, the next line of a system. */
  maxGapBetween: 1,
  minWords: 3,
  /** White on both sides, or on the left of a formula with a number. */
  minIndent: 1.5,
  minIndentOfNumbered: 0.4,
} as const

/** Items of lists. */
export const items = {
  /** Between markers of one list. */
  markerTolerance: 1.5,
  /**
   * A line no longer belongs to an item if it begins this far left of the item's text, and at most this far right of
   * its marker.
   */
  minOutdent: 0.8,
  maxFromMarker: 0.8,
  /** The distance left of the marker from which on a line cannot belong to an item with hanging lines. */
  minLeftOfMarker: 0.3,
  /** Between the markers of one level. */
  levelTolerance: 0.4,
  /** Points right of the outermost marker beyond which a paragraph is within the list. */
  minParagraphIndent: 4,
} as const

/** Points between the edges of cards that are in one row or column, some of which have borders, and between baselines that are one. */
export const cardGrounds = { tolerance: 6 } as const

/** Boxes on a ground in running text. */
export const sidebars = {
  /** Points, and shares of the page: a narrower ground marks words, a wider or higher one is that of a column or the page. */
  minWidth: 60,
  maxWidthShare: 0.6,
  maxHeightShare: 0.5,
  /** Grounds of that size on a page; more are those of a drawing or of cells. */
  maxGrounds: 40,
  /** Words and lines in a box, and lines beside it. */
  minWords: 6,
  minLines: 2,
  /** Words of a line beside it, on average: fewer are labels and values. */
  minWordsOfLine: 3,
  /** Points between baselines that are one. */
  lineTolerance: 3,
  /** The share of the width of a box: what is farther away is not beside it. */
  maxDistanceShare: 0.5,
} as const
