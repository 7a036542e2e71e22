/*
 * Measured on 312 PDFs of known text, 4,400 texts and 12,900 cells: pages that Chromium, WeasyPrint, LibreOffice, LaTeX and
 * Typst made of Markdown, reports of governments, invoices, statements and forms, text layers that lie, and scans.
 */

import type { Curve } from './curve.ts'

type AutoTextParameters = Readonly<
  Record<'maxWithOtherNumbers' | 'maxWhite' | 'minUnevenness' | 'maxWithWideWhite' | 'spacedLine', number>
> & {
  readonly curve: Curve
}

export const autoTextParameters: AutoTextParameters = {
  /** The curve over the share of the neighbouring words that are neighbours in the second reading too. */
  curve: [
    [0, 0.6],
    [0.5, 0.75],
    [0.85, 0.85],
    [0.9, 0.93],
    [0.95, 0.96],
    [1, 0.995],
  ],
  /** The most for a text with a number that the second reading does not have. */
  maxWithOtherNumbers: 0.85,
  /** Heights of its lines between two words of a line of text. Justified text mostly has at most one. */
  maxWhite: 1.2,
  /** The width of white across which text was read from one column into the next, relative to most white of its line. */
  minUnevenness: 2,
  /** The most for several lines with wider white in them: columns may have been read across. */
  maxWithWideWhite: 0.85,
  /**
   * The least for a line with wide white, such as a label and its value: the second reading orders them in another way.
   */
  spacedLine: 0.93,
}

/**
 * The thresholds of the places of a table's words from which on its columns are clear. Heights are those of its lines
 * of text.
 */
export const shape = {
  /** Heights between two columns: a space between words has a quarter of one. */
  minCorridor: 0.4,
  /** The same of a table with many rows: no spaces between words are below each other in so many lines. */
  minCorridorOfManyRows: 0.15,
  manyRows: 10,
  /** Heights between two words of a cell. Justified text has at most one. */
  maxGap: 1,
  /** Letters of a word that is wider than high unless it runs up or down. */
  minTurnedLetters: 3,
  /** Points of the bands in which the cell of a word is looked for. */
  band: 32,
} as const

/**
 * The thresholds from which on the rows and columns of a table are uncertain. Heights are those of its lines of text.
 */
export const tableDoubtLimits = {
  /** Heights by which the texts of two columns reach above each other. */
  minOverlap: 0.5,
  /** The share of the smaller of two tables that the other lies over. */
  minSharedArea: 0.2,
  /** Tables of a page that are compared with each other. */
  maxCompared: 100,
  /** Rows that a message names. */
  maxNamed: 5,
} as const

/** The evidence of the lines within cells. Heights are those of the lines of text. */
export const cellDoubts = {
  /** A factor of the closest distance between lines of one cell, up to which lines are as close. */
  tight: 1.13,
  /** Letters for which a line has no room where a word was broken after it: the next may be wider than most. */
  maxRoomForLetter: 1.5,
  /** Heights that a space takes at most. */
  maxSpace: 0.65,
  /** The share of the lines of a column that go on and leave no such room: one may end with a hyphen or before a wide letter. */
  minFullShare: 0.8,
  /** Heights of white within a line beside which another column may begin, and points in which what begins there agrees. */
  minWhite: 1,
  alignment: 1,
} as const

/** Lines of text beside a table that may be rows of it. Heights are those of its lines of text. */
export const tornRowLimits = {
  /** Columns of the table, and parts of the line. */
  minColumns: 2,
  minParts: 2,
  /** Heights from the table, or a line, to the next: rows are apart by less where their cells are set in the middle. */
  maxDistance: 2.5,
  /** Heights by which the words of one line may be apart, and lines that are looked at. */
  sameLine: 0.3,
  maxLines: 4,
  /** Heights of white between two parts. */
  minWhite: 1,
  /** Points between the edge of a part and that of its column. */
  alignment: 1.5,
} as const

/** Text beside a table that may be a column of it. */
export const tornColumnLimits = {
  /** Lines of it, their share of the lines of the table, and the share of them that are on one of these. */
  minLines: 3,
  minShareOfRows: 0.5,
  minShareAtRows: 0.9,
  /** Words on a line, on average: prose has more. */
  maxWords: 3,
} as const

/** Doubts of headings, lists and the order of texts. */
export const structureDoubtLimits = {
  /** Places that the warning of a page names. */
  maxNamed: 5,
  /** Letters of an entry of the outline: shorter ones are in many words. And those that a warning shows. */
  minLettersOfEntry: 3,
  maxShownOfEntry: 60,
  /** Entries of a page that are looked for in its texts. */
  maxEntries: 200,
  /** Words of a running text of a form: labels and values have fewer. */
  minWordsInForm: 8,
  /** The first words of a text, by which it is found in the second reading. */
  wordsOfPlace: 4,
  /** Words that a line of a column has on each side of wide white: a label or a value mostly has fewer. */
  minWordsOfColumn: 3,
} as const

/** Tables that were not found. Heights are those of the lines of text. */
export const lostTableLimits = {
  /** Blocks between a caption and what it names, such as a note. */
  maxAway: 2,
  /** Heights of white between two columns, and how many such whites a line has. */
  minWhite: 1.2,
  minWhites: 3,
  /** The widest white to the narrowest: those of a justified line are even, up to 1.15 measured on narrow columns. */
  minUnevenness: 1.5,
} as const

/** Rows that may belong to the label above them. */
export const rowLabelLimits = {
  /** Labels that have the same text below them. One alone may be a coincidence. */
  minGroups: 2,
} as const

/** A whole table by the share of its cells that are cells of one table of the second reading. */
export const autoTableParameters: Readonly<Record<'clear' | 'unclear', Curve>> = {
  clear: [
    [0, 0.9],
    [0.6, 0.92],
    [0.95, 0.97],
    [1, 0.985],
  ],
  unclear: [
    [0, 0.5],
    [0.6, 0.6],
    [0.85, 0.75],
    [1, 0.9],
  ],
}

type Cells = {
  readonly clear: {
    readonly same: Curve
    readonly inLine: number
    readonly apart: number
    readonly contradicted: number
  }
  readonly unclear: { readonly same: Curve; readonly other: number }
  readonly merged: number
  readonly minOtherwiseSame: number
}

/** The cells of a table. Of those with a curve the second reading has the cell, by the same share. */
export const cells: Cells = {
  clear: {
    same: [
      [0, 0.965],
      [0.6, 0.97],
      [1, 0.995],
    ],
    /** The second reading has the row, but not its cells. */
    inLine: 0.96,
    /** It has them in another order. */
    apart: 0.93,
    /** It has other cells here, in a table that is otherwise the same, or other words beside each other. */
    contradicted: 0.85,
  },
  unclear: {
    same: [
      [0, 0.85],
      [0.6, 0.88],
      [0.85, 0.95],
      [1, 0.98],
    ],
    other: 0.82,
  },
  /**
   * The confidence in a row in which two numbers are in one cell, or that may go on from another, and in what may be
   * broken over lines.
   */
  merged: 0.7,
  /** Share from which a table of the second reading is the same but for a few cells. */
  minOtherwiseSame: 0.8,
}

/** The confidence without a second reading of the page. */
export const alone = { text: 0.97, table: 0.8, cell: 0.93 } as const

/** The probability, at most, on a page that the readers themselves warn of, by the code of the warning. */
export const maxByWarning: Readonly<Record<string, number>> = {
  text_layer_untrusted: 0.8,
  text_layer_repaired: 0.94,
  low_text_yield: 0.8,
  script_not_covered: 0.3,
  // Measured on pages in Polish, Romanian, Turkish, Lithuanian and Vietnamese: .54 to .95 of their words are right.
  language_not_covered: 0.8,
}

/** The probability, at most, of a text or cell with a character that is not known. */
export const maxWithUnknown = 0.5

/** Power of the confidence of the words of a cell that has figures: the recogniser is surer of figures than it is right. */
export const recognizedNumber = 2

/**
 * The share of a page's text that is probably right, below which its readers should look. Of the 420 pages of known
 * text that were tried 57 are below it, half of which have something wrong, as 69 have in all.
 */
export const minPageConfidence = 0.94

/**
 * Words of a page that is read a second time. With more it has something other than text for reading, of which the
 * second reading takes minutes.
 */
export const maxWords = 30_000
