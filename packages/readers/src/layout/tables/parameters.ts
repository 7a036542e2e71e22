/*
 * The thresholds by which tables are found and read. Unless a unit is given, a length is in heights of the text (the
 * font size of the words compared), and a share is a part of one.
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

/** Limits on the search. */
export const search = {
  /** Words. A page with more has them from something other than text to read. */
  maxWords: 30_000,
  /** Lattices, in the order in which they are found; a drawing has more. */
  maxLattices: 400,
  /** Times that columns of a page are divided again; text in columns within columns has no tables. */
  maxDepth: 2,
  /** Words. Two rows of two cells have as many. */
  minWords: 4,
  /** Points by which lines of a frame may stand outside of it. */
  frameMargin: 2,
} as const

/** What stands near a table and is none of its cells. */
export const surroundings = {
  /**
   * Points. An empty row or column of a lattice that is thinner stands between two lines drawn for one. Measured on
   * reports, styles and hard pages.
   */
  minEmptyExtent: 8,
  /**
   * Words in a row of one cell over the whole width, from which on it is a note: a heading within a table is shorter.
   */
  minNoteWords: 15,
  /** Rows that are left, at least: a header and a row. */
  minRows: 2,
} as const

/**
 * What is a table and what is not: the less of it is drawn, the more regular it must be.
 */
export const verdict = {
  lattice: {
    /** Filled cells; a header in bold makes up for one that is empty. Measured on styles and producers. */
    minFilledCells: 4,
    minFilledCellsWithBoldHeader: 3,
    /** Of the grid's area. Forms are mostly empty, frames of pictures nearly so. Measured on reports. */
    minCoveredShare: 0.3,
    minFilledShare: 0.25,
    /** Of the rows, with two cells or more. Asked of three columns and more: two may be labels with room to write. */
    minFullRowShare: 0.3,
  },
  /** Running text between two lines is what such a table may be mistaken for. */
  rules: {
    /** Measured on producers. */
    minFilledCells: 4,
    minCoveredShare: 0.35,
    /** Measured on reports. */
    minFullRowShare: 0.5,
  },
  /** Columns of a page and lists are what such a table may be mistaken for. */
  white: {
    minFilledCells: 4,
    minCoveredShare: 0.5,
    minFullRowShare: 0.65,
    minRows: 3,
    /** With a bold header over three columns or more. */
    minRowsWithBoldHeader: 2,
  },
  /** Filled cells in each column below the header, or in as many rows as there are. Measured on hard pages. */
  minCellsOfColumn: 2,
  /** Of the cells of a column, from which on it is one of numbers. */
  minNumericShare: 0.6,
  /**
   * Columns, and words in a cell on average, of tables without numbers and without a bold header. Measured on reports
   * and producers.
   */
  minTextColumns: 3,
  maxMeanWords: 12,
  /** Words in a cell on average, in two columns or more, over more rows than this: columns of running text. */
  runningText: { minMeanWords: 6, maxRows: 3 },
  /** Of the cells of the first column, those that are markers of a list. */
  minMarkerShare: 0.7,
  /** A table of contents: few columns, the last of which ascends from row to row with few exceptions. */
  contents: { maxColumns: 3, minNumbers: 3, minAscendingShare: 0.85 },
  /** The scale of a chart: numbers in a column, and how far its steps may differ in value. */
  scale: { minNumbers: 3, tolerance: 0.001 },
  /** Justified text: points from its edges, and the share of lines that reach both. */
  justified: { tolerance: 2, minShare: 0.6 },
  /** Of the lines, those that look like a program's. */
  minCodeShare: 0.4,
} as const

/** The lines of a page in whole lengths. */
export const drawnLines = {
  /** Lines, the longest first: drawings and maps have any number, tables that people read have fewer. */
  maxRead: 20_000,
  maxKept: 1500,
  /** Points between pieces of one line, across it and along it. Measured on reports and forms. */
  joint: { across: 1.2, along: 1.6 },
  /** Points. What is shorter is a dash, a tick or the side of a bullet. */
  minLength: 6,
  /** Points. A line made with the keys of a typewriter has no thickness of its own. */
  typedThickness: 0.5,
} as const

/** Backgrounds of rows and cells, whose edges count as lines. */
export const grounds = {
  /**
   * Of 255, each of red, green and blue. A lighter ground cannot be seen on white paper, a pale one hardly. Measured on
   * reports, producers and hard pages.
   */
  white: 250,
  /** Measured on hard pages. */
  pale: 244,
  /** Points. A smaller ground is a bullet or a mark. */
  minWidth: 8,
  minHeight: 6,
  /** Of the page. A larger ground is the page's own. */
  maxPageShare: 0.6,
  /**
   * Points: grounds of one colour with the same sides and less between them are one ground in pieces. Measured on
   * reports.
   */
  sideTolerance: 1,
  /** Measured on forms. */
  maxGap: 0.7,
  /** A ground higher than this times its text has room round it, as a cell has. Measured on hard pages. */
  roomyHeight: 1.45,
  /** Grounds that begin at one height, from which on they are the cells of a row. */
  minCellsOfRow: 2,
  /**
   * A ground that exceeds its words by less than this, left and right together, marks them in running text. Measured on
   * reports.
   */
  highlightPadding: 0.9,
} as const

/** Lines that meet. */
export const lattices = {
  /** Points. Lines that come this close meet. Measured on reports. */
  meeting: 3,
  /**
   * Points. Lines this close beside each other are one, drawn twice: the edges of two cells, or of a line with a width.
   * Measured on reports.
   */
  beside: 3.5,
  /** Of a side, from which on it is drawn: dashes and dots leave gaps. */
  minCoveredShare: 0.6,
  /** Places of a grid. Squared paper has more. */
  maxPlaces: 40_000,
} as const

/** Cells that lines divide only in part. */
export const latticeCells = {
  /** White that divides what stands in one drawn cell. */
  minGap: 0.7,
  /** Columns that must be filled, or all that the cell spans. */
  minFilledColumns: 3,
  /**
   * Rows that a cell must span, and the share of them with a line of its own, to be divided into them. Measured on
   * reports.
   */
  minRowSpan: 3,
  /** Measured on reports. */
  minLineShare: 0.7,
  /** Lines in a row of the lattice, from which on it may hold several rows. Measured on reports. */
  minLines: 3,
  /** Points between the text of a cell and its right side. */
  padding: 2,
  /** Of the lines of a row: those with numbers in every column but the first. */
  minNumberedShare: 0.5,
  /** Of the lines of a row, those that fill as large a share of the columns, and those with a digit. */
  minFullShare: 0.6,
  minFilledShare: 0.6,
  minValuedShare: 0.6,
} as const

/** Cells that hold more than one value, and so show that not every line is drawn. */
export const crowding = {
  /** Of the filled cells. */
  maxShare: 0.12,
  /** Lines in a cell, most of which are numbers. */
  minLines: 3,
  minNumericShare: 0.6,
  /** White between values side by side. */
  minGap: 0.8,
} as const

/** Lines of one width above each other. */
export const ruledZones = {
  /** Points between the ends of lines of one table. */
  endTolerance: 5,
  /** Points. A shorter line underlines a word or carries a signature. */
  minLength: 40,
  /** Lines, from the top, and stacks of lines of one width. */
  maxRules: 600,
  maxStacks: 60,
  /** Comparisons of columns on a page, which are expensive; beyond them tables that follow each other stay one. */
  maxComparisons: 24,
  /** Words in one stack whose columns are counted. */
  maxWords: 1500,
  /** Points round the lines, in which words and other lines are theirs. Measured on reports, styles and producers. */
  margin: { across: 4, up: 1, rulesAcross: 6 },
} as const

/** Running text between two lines, which ends a table. */
export const textBetween = {
  /** White that divides a line into chunks. */
  gap: 0.75,
  /** Of the width, which a line of running text fills. */
  minWidthShare: 0.75,
  minLines: 2,
  minLineShare: 0.4,
  /** Words at the start of a line in which a label may stand. */
  labelWords: 3,
} as const

/** Where two tables follow each other without text between them. */
export const tableBoundary = {
  gap: 0.9,
  /** Lines, chunks of that many words each and the share of lines with them: text side by side, no values. */
  minLines: 6,
  minWordsOfChunk: 3,
  minLineShare: 0.5,
  /** Points of white without any text, and with text the height of its lines plus this: more than within a table. */
  minWhite: 20,
  lineHeight: 1.2,
} as const

/** Columns shown by the joints of lines drawn cell by cell. */
export const joints = {
  /** Points from the ends of the table. */
  minDistance: 4,
  /** Points between joints of different lines at one place. Measured on reports. */
  tolerance: 2,
  /** Measured on styles. */
  minLines: 2,
  minLineShare: 0.6,
  /** Points by which a word must reach over a place to be cut by it, and the share of words that may be. */
  overlap: 1.5,
  maxCutShare: 0.05,
} as const

/** Rows just outside the drawn lines of a table. */
export const outerRows = {
  /** Points between the ends of a lattice and of a line of its width above or below it. */
  endTolerance: 6,
  /** Points from the lattice to that line: less is the same line, more another thing. */
  minDistance: 4,
  maxDistance: 60,
  /** Of the columns, in one row at least. */
  minColumnShare: 0.5,
  /** White above a header and below a row. Measured on reports. */
  gapAbove: 1.1,
  gapBelow: 1.6,
  /** How far up and down rows are looked for. */
  rangeAbove: 8,
  rangeBelow: 30,
  maxHeaderRows: 4,
  /** Points beside the table in which its words may stand. */
  margin: 4,
  /** Points between edges of text that are aligned. */
  alignment: 2,
} as const

/** White that goes down between columns. */
export const columns = {
  /** Narrower white is a space between words. Measured on hard pages. */
  joined: 0.35,
  /** What is left of a gap over all rows, and what it is on most of them. Measured on hard pages. */
  minLeft: 0.28,
  /** Measured on hard pages. */
  minUsual: 0.75,
  /** Of the rows, which may reach over a gap. Measured on reports and forms. */
  maxCrossingShare: 0.08,
  /** Rows at the top that reach over gaps and so head several columns. */
  maxHeaderRows: 6,
  /**
   * Header rows from which on one gap more is not enough: long headers stand over several columns. Measured on reports.
   */
  longHeaderRows: 3,
  /** A row without a gap counts only when it begins this far inside. */
  minIndent: 2,
  /** Rows with something between two gaps, fewer of which make them one gap. Measured on producers and hard pages. */
  minRowsBetween: 2,
} as const

/** White between columns of running text, which is no table. */
export const pageColumns = {
  /** Stretches of text on each side, and words in each on average. */
  minStretches: 4,
  /** Measured on styles and hard pages. */
  minWords: 3,
  /** White that divides stretches. */
  gap: 0.9,
  /** Stretches on the left from which on what is right of it must have values, and their share. */
  minLeftStretches: 6,
  maxValueShare: 0.4,
} as const

/** Rows that follow each other with gaps at the same place. */
export const openZones = {
  /** White between columns on one row, and what other rows must leave of it. */
  minGap: 0.9,
  /** Measured on hard pages. */
  minLeft: 0.55,
  /** White between rows that ends a table. */
  maxWhiteBetween: 2.4,
  /** Measured on hard pages. */
  minRows: 3,
  /** With a bold first row. */
  minRowsWithBoldHeader: 2,
  /** Rows that support a gap before one row may reach over it. */
  minSupportingRows: 3,
  /** Points by which a word may reach into a gap. */
  tolerance: 1,
  /** Words in it. */
  minWords: 4,
} as const

/** Headers above open tables, and headers that divide one open table from the next. */
export const openHeaders = {
  /** Measured on forms. */
  maxRows: 3,
  /** Lines over the whole width; more are those of a grid, as charts have behind them. Measured on forms. */
  maxLines: 4,
  /** White between a header and what is below it. */
  maxWhite: 0.9,
  /** How far inside a header begins, since nothing of it stands over the first column. */
  minIndent: 2,
  /** Of the width: a wider line is text above the table, a narrower rule no header's. */
  maxWidthShare: 0.8,
  /** Measured on reports. */
  minRuleShare: 0.8,
  /** As a factor of the usual way from line to line: more white begins another table. Measured on forms. */
  minPitchRatio: 1.4,
  /** Rows above a header that belong to the table before it. Measured on forms. */
  minRowsBefore: 4,
} as const

/** Rows and lines drawn between them. */
export const rowRules = {
  /** A line belongs between two rows when it is this little above the baseline of the upper and of the lower one. */
  aboveUpperBaseline: 0.2,
  /** Measured on reports. */
  aboveLowerBaseline: 0.4,
  /** Of the width: a shorter line underlines a heading. Measured on reports. */
  minWidthShare: 0.3,
  /** Lines inside, and rows of text between two of them on average, when every row is divided from the next. */
  minRules: 2,
  /** Measured on producers and forms. */
  maxRowsBetween: 3,
  /** Points between the text of a drawn column and its right end. */
  padding: 4,
} as const

/** How many rows are header. */
export const header = {
  maxRows: 8,
  /** Of the width: where a line over the whole table may begin, and how far it must reach. Measured on reports. */
  maxIndentShare: 0.06,
  minWholeShare: 0.6,
  /**
   * Of the width: a line from the left that is shorter goes over some columns only. Measured on styles and producers.
   */
  maxPartialShare: 0.9,
  /** Cells of a column, and the share of them, from which on it is one of numbers. */
  minNumericCells: 2,
  /** Measured on forms. */
  minNumericShare: 0.6,
  /** Bold rows at the top, and the share of rows below them that may be bold, too. */
  maxBoldRows: 4,
  maxBoldShare: 0.4,
} as const

/** Headings over several columns. */
export const spans = {
  /** How far below the baseline of a heading its line may be. */
  ruleDistance: 1.2,
  /** Points by which a heading may stand out from its line. */
  ruleTolerance: 3,
  /** Of a column, or of the line, which they must share. */
  minSharedWidth: 0.4,
  /** Points between edges of text that are aligned, and between their middles. Measured on reports. */
  alignment: 4,
  /** Measured on reports. */
  centreAlignment: 6,
  /**
   * Points by which the middle of more columns must be nearer to that of the heading than the middle of fewer. Measured
   * on reports.
   */
  minGain: 1,
} as const

/** Words of a row in their columns. */
export const pieces = {
  /**
   * White less than which joins words although a column ends between them; letters of one width have wider spaces.
   * Measured on hard pages.
   */
  joined: 0.4,
  joinedMonospaced: 0.68,
} as const

/** Lines that make one row. */
export const rows = {
  /**
   * Lines whose baselines are closer overlap: they are one line with cells set at different heights. Measured on hard
   * pages.
   */
  overlap: 0.75,
  /** As a factor of the closest lines, up to which lines are as close as those. Measured on reports and producers. */
  tight: 1.13,
  /** From baseline to baseline within one cell, at most. Measured on styles and forms. */
  maxPitch: 1.85,
  /** Of the closest lines, those whose text was wrapped, from which on spacing tells rows from lines. */
  minWrappedShare: 0.7,
  /** Of the columns of two lines, those that were wrapped, where one of them has numbers on both. Measured on forms. */
  minWrappedWithNumber: 0.5,
  /** The width of a space, and how ragged the right side of a cell may be. */
  space: 0.25,
  slack: 0.4,
  /** Words in a cell, long enough to have been wrapped, where all columns of a full row seem to go on. */
  minWords: 3,
} as const
