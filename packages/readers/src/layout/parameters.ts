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
export const monospaced = {
  /**
   * Of the characters of a document, from which on it is typewritten, and one width says nothing of programs. Measured
   * on reports.
   */
  minTypewrittenShare: 0.85,
  /** Of the characters of a line, from which on it is a line of a program. Measured on styles and producers. */
  minCodeShare: 0.9,
} as const

/** Large first letters of chapters. */
export const initials = {
  /** Times as large as the text beside it. */
  minSizeRatio: 1.8,
  /** Lines that stand beside it; one line beside a large letter is a heading. */
  minLines: 2,
  /** How far below it, into it and to the right of it the words beside it may stand. */
  below: 0.5,
  overlap: 0.3,
  gap: 1.2,
  /** Points between baselines of words on one line. */
  baselineTolerance: 2,
} as const

/** Words on one line. */
export const lines = {
  /** Of the smaller font, between baselines of one line. Measured on reports and hard pages. */
  baselineTolerance: 0.3,
  /** Of the size of the line, up to which words are superscripts and subscripts. Measured on reports and hard pages. */
  maxScriptSize: 0.85,
  /** From the baseline of the line to that of a script. Measured on reports and hard pages. */
  maxScriptDistance: 0.65,
  /**
   * From a script to the word it belongs to; the number of a footnote stands further from its text. Measured on hard
   * pages.
   */
  maxScriptGap: 0.35,
  maxNoteNumberGap: 1.5,
  /** Points by which the number of a footnote may overlap its text. */
  noteNumberOverlap: 1,
  /** Above the baseline, from which on a small word is raised. */
  minRaise: 0.15,
  /**
   * White that is a space, where a space was drawn, where none was, and before a mark, away from which slanted letters
   * lean.
   * Measured on styles and hard pages.
   */
  drawnSpace: 0.04,
  space: 0.2,
  /** Measured on reports, producers and hard pages. */
  spaceBeforeMark: 0.3,
} as const

/** The distance between lines of one text, from baseline to baseline. */
export const spacing = {
  /** Points by which sizes of lines of one text may differ. */
  sizeTolerance: 0.3,
  /** What can be the distance between lines of one text. */
  min: 0.8,
  /** Measured on reports and producers. */
  max: 2.2,
  /** Where the page has too few lines to say. Measured on reports, styles and hard pages. */
  assumed: 1.3,
  /** Distances of a size; fewer may all be between headings. Measured on producers. */
  minSeen: 4,
} as const

/** White that divides columns of text. */
export const gutters = {
  /** Narrower white is a space between words: points, and heights of the text, the larger of them. */
  minWidthInPoints: 5,
  /** Measured on hard pages. */
  minWidth: 0.9,
  /** Lines on both sides. Measured on reports, styles and hard pages. */
  minLines: 4,
  /**
   * Of a box, which may be above the row to its left; a box of more points is as high as several lines. Measured on
   * hard pages.
   */
  rowOverlap: 0.5,
  maxRowHeight: 40,
  /** Of its width, which a gutter keeps where it goes on; a narrower one is another. Measured on styles. */
  minKeptWidth: 0.99,
  /** Points by which words may reach into a gutter. */
  tolerance: 1,
  /**
   * Lines of a column, and the share of them, that begin near the white on its left: else they are part of another one.
   * Measured on hard pages.
   */
  maxIndent: 2.5,
  /** Measured on hard pages. */
  minStartShare: 0.5,
  /**
   * The width of a column and the characters of its lines: columns of markers and of page numbers have less. Measured
   * on forms.
   */
  minColumnWidth: 8,
  /** Measured on forms. */
  minCharactersPerLine: 9,
} as const

/** A heading at the foot of one column that belongs to what comes below both. */
export const footHeading = {
  maxLines: 2,
  /** White above the heading, and below it to the next text of the whole width. Measured on styles. */
  minWhiteAbove: 1,
  maxWhiteBelow: 4,
} as const

/** Of the page. A larger picture is its background and divides nothing. Measured on hard pages. */
export const maxPictureShare = 0.6

/** Lines of one paragraph. */
export const paragraphs = {
  /**
   * From line to line: times what is usual on the page, and points on top. Measured on reports, styles, producers and
   * hard pages.
   */
  maxPitchRatio: 1.2,
  /** Measured on styles, producers and hard pages. */
  pitchTolerance: 0.5,
  /** Sizes of lines of one paragraph: points or heights, the larger of them. */
  sizeTolerance: 0.6,
  /** Measured on hard pages. */
  relativeSizeTolerance: 0.07,
  /**
   * Times the size of the text, from which on a line is no item of a list, and below which it may be a footnote.
   * Measured on reports, styles, producers and hard pages.
   */
  headingSize: 1.15,
  /** Measured on reports and hard pages. */
  noteSize: 0.92,
  /** Points between sizes of lines that have no font in common, a heading and its text. */
  minSizeStep: 0.3,
  /** Lines before, of which the one that begins leftmost says where the text begins. */
  linesBefore: 3,
  /** How far a first line is indented. */
  minIndent: 0.7,
  /** Measured on reports. */
  maxIndent: 4,
  /** How far right of the first line of a paragraph its second may begin when that is no indentation. */
  hang: 0.3,
  /** Room at the end of the line above beside the next word, and its share of the column, when it ended early. */
  minRoom: 1.5,
  /** Measured on reports. */
  minRoomShare: 0.15,
} as const

/** Lines ended on purpose, as in addresses and programmes. */
export const looseLines = {
  /** Measured on reports and producers. */
  minLines: 3,
  /**
   * Lines that end although the next word had room, and the share of them. Measured on reports, producers and hard
   * pages.
   */
  minEnded: 2,
  minEndedShare: 0.5,
  /** Of the column: less room may be left by a word that was not to be divided. Measured on hard pages. */
  minRoomShare: 0.2,
} as const

/** Programs, set in letters of one width. */
export const code = {
  /** From line to line, times what is usual: blank lines divide no program. Measured on producers. */
  maxPitchRatio: 2.6,
  /** Points between sizes of its lines. */
  sizeTolerance: 0.5,
  /** Words. A line of its own with no more is a name or a command in a text. Measured on styles. */
  maxInlineWords: 2,
} as const

/** Items of lists. */
export const items = {
  /** Between markers of one list. */
  markerTolerance: 1.5,
  /**
   * How far left of its text a line begins that is no longer part of an item, and how far right of the marker at most.
   */
  minOutdent: 0.8,
  maxFromMarker: 0.8,
  /** Between the markers of one level. */
  levelTolerance: 0.4,
  /** Points right of the outermost marker, from which on a paragraph is within the list. */
  minParagraphIndent: 4,
} as const
