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
  /** Words. A page with more of them contains something other than text for reading. */
  maxWords: 30_000,
  /** Lattices, in the order in which they are found; only a drawing has more. */
  maxLattices: 400,
  /** How many times columns of a page are divided again; text in columns within columns has no tables. */
  maxDepth: 2,
  /** Words, the number in two rows of two cells. */
  minWords: 4,
  /** Points by which lines of a frame may stand outside of it. */
  frameMargin: 2,
} as const

/** What is near a table but not one of its cells. */
export const surroundings = {
  /**
   * Points. An empty row or column of a lattice that is thinner lies between two strokes of one line. Measured on
   * reports, styles and hard pages.
   */
  minEmptyExtent: 8,
  /** Words in a row of one cell over the whole width that make it a note: a heading within a table is shorter. */
  minNoteWords: 15,
  /** The rows that must be left: a header and a row. */
  minRows: 2,
} as const

/** What makes a grid a table: the less of it is drawn, the more regular it must be. */
export const verdict = {
  lattice: {
    /** Filled cells; a header in bold makes up for one that is empty. Measured on styles and producers. */
    minFilledCells: 4,
    minFilledCellsWithBoldHeader: 3,
    /** Shares of the grid's area. Forms are mostly empty, and frames of pictures nearly so. Measured on reports. */
    minCoveredShare: 0.3,
    minFilledShare: 0.25,
    /** The share of rows with two cells or more, for three columns and more: two may be labels and room to write. */
    minFullRowShare: 0.3,
  },
  /** Such a table may be confused with running text between two lines. */
  rules: {
    /** Measured on producers. */
    minFilledCells: 4,
    minCoveredShare: 0.35,
    /** Measured on reports. */
    minFullRowShare: 0.5,
  },
  /** Such a table may be confused with columns of a page and lists. */
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
  /** The share of numbers among the cells of a column of numbers. */
  minNumericShare: 0.6,
  /**
   * The minimum of columns, and the maximum mean of words in a cell, of tables without numbers and without a bold
   * header. Measured on reports and producers.
   */
  minTextColumns: 3,
  maxMeanWords: 12,
  /** Columns of running text: two or more, with this mean number of words in a cell over more rows than this. */
  runningText: { minMeanWords: 6, maxRows: 3 },
  /** The share of list markers among the cells of the first column of a list. */
  minMarkerShare: 0.7,
  /** A table of contents: few columns, the last of which ascends from row to row with few exceptions. */
  contents: { maxColumns: 3, minNumbers: 3, minAscendingShare: 0.85 },
  /** The scale of a chart: numbers in a column, and how far its steps may differ in value. */
  scale: { minNumbers: 3, tolerance: 0.001 },
  /** Justified text: points from its edges, and the share of lines that reach both edges. */
  justified: { tolerance: 2, minShare: 0.6 },
  /** The share of lines that look like those of a program. */
  minCodeShare: 0.4,
} as const

/** The lines of a page in whole lengths. */
export const drawnLines = {
  /** Lines, the longest first: drawings and maps have any number, tables for people fewer. */
  maxRead: 20_000,
  maxKept: 1500,
  /** Points between pieces of one line, across it and along it. Measured on reports and forms. */
  joint: { across: 1.2, along: 1.6 },
  /** Points. Anything shorter is a dash, a tick or the side of a bullet. */
  minLength: 6,
  /** Points. A typed line has no thickness of its own. */
  typedThickness: 0.5,
} as const

/** Backgrounds of rows and cells, whose edges count as lines. */
export const grounds = {
  /**
   * Of 255, for each of red, green and blue. A lighter ground is invisible on white paper, a pale one nearly so.
   * Measured on reports, producers and hard pages.
   */
  white: 250,
  /** Measured on hard pages. */
  pale: 244,
  /** Points. A smaller ground is a bullet or a mark. */
  minWidth: 8,
  minHeight: 6,
  /** The share of the page. A larger ground is that of the page. */
  maxPageShare: 0.6,
  /**
   * Points. Grounds of one colour with the same sides and a smaller gap are pieces of one ground. Measured on reports.
   */
  sideTolerance: 1,
  /** Measured on forms. */
  maxGap: 0.7,
  /** Heights of its text. A higher ground has room around the text, as a cell has. Measured on hard pages. */
  roomyHeight: 1.45,
  /** The number of grounds beginning at one height that make them the cells of a row. */
  minCellsOfRow: 2,
  /**
   * A ground that exceeds its words by less than this, left and right together, highlights them in running text.
   * Measured on reports.
   */
  highlightPadding: 0.9,
} as const

/** Lines that meet. */
export const lattices = {
  /** Points. Lines that come this close meet. Measured on reports. */
  meeting: 3,
  /**
   * Points. Lines this close beside each other are one line drawn twice: the edges of two cells, or of a line with a
   * width. Measured on reports.
   */
  beside: 3.5,
  /** The share of a side that must be covered for it to be drawn: dashes and dots leave gaps. */
  minCoveredShare: 0.6,
  /** Places of a grid. Squared paper has more. */
  maxPlaces: 40_000,
} as const

/** Cells that lines divide only in part. */
export const latticeCells = {
  /** The minimum white that divides the content of one drawn cell. */
  minGap: 0.7,
  /** The columns that must be filled; fewer suffice if the cell spans no more. */
  minFilledColumns: 3,
  /**
   * The rows that a cell must span to be divided, and the share of them with a line of its own. Measured on reports.
   */
  minRowSpan: 3,
  /** Measured on reports. */
  minLineShare: 0.7,
  /** With this many lines, a row of the lattice may hold several rows. Measured on reports. */
  minLines: 3,
  /** Points between the text of a cell and its right side. */
  padding: 2,
  /** The share of the lines of a row that have numbers in every column but the first. */
  minNumberedShare: 0.5,
  /** The share of the lines of a row that fill `minFilledShare` of the columns, and the share that have a digit. */
  minFullShare: 0.6,
  minFilledShare: 0.6,
  minValuedShare: 0.6,
} as const

/** Cells that hold more than one value, and so show that not every line is drawn. */
export const crowding = {
  /** The maximum share of the filled cells. */
  maxShare: 0.12,
  /** Lines in a cell, and the share of them that are numbers. */
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
  /** The number of lines, from the top, and of stacks of lines of one width. */
  maxRules: 600,
  maxStacks: 60,
  /** Comparisons of columns on a page, which are expensive; beyond this number consecutive tables stay one. */
  maxComparisons: 24,
  /** Words in a stack whose columns are counted. */
  maxWords: 1500,
  /** Points around the lines, within which things belong to them. Measured on reports, styles and producers. */
  margin: { across: 4, up: 1, rulesAcross: 6 },
} as const

/** Running text between two lines, which ends a table. */
export const textBetween = {
  /** White that divides a line into chunks. */
  gap: 0.75,
  /** The share of the width that a line of running text fills. */
  minWidthShare: 0.75,
  minLines: 2,
  minLineShare: 0.4,
  /** Words at the start of a line in which a label may stand. */
  labelWords: 3,
} as const

/** Where two tables follow each other without text between them. */
export const tableBoundary = {
  gap: 0.9,
  /** Text side by side, not values: this many lines, and this share with chunks of this many words each. */
  minLines: 6,
  minWordsOfChunk: 3,
  minLineShare: 0.5,
  /** More white than within a table: points without text in it, else heights for each line of text and one more. */
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
  /** Points by which a word must extend over a place to be cut, and the maximum share of words that may be cut. */
  overlap: 1.5,
  maxCutShare: 0.05,
} as const

/** Rows just outside the drawn lines of a table. */
export const outerRows = {
  /** Points between the ends of a lattice and of a line of its width above or below it. */
  endTolerance: 6,
  /** Points from the lattice to that line: a nearer one is the same line, a farther one something else. */
  minDistance: 4,
  maxDistance: 60,
  /** The share of the columns that at least one row must fill. */
  minColumnShare: 0.5,
  /** White above a header and below a row. Measured on reports. */
  gapAbove: 1.1,
  gapBelow: 1.6,
  /** How far up and down rows are searched for. */
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
  /** The minimum width of a gap over all rows, and of its median on single rows. Measured on hard pages. */
  minLeft: 0.28,
  /** Measured on hard pages. */
  minUsual: 0.75,
  /** The maximum share of rows that may extend over a gap. Measured on reports and forms. */
  maxCrossingShare: 0.08,
  /** Rows at the top that extend over gaps and so head several columns. */
  maxHeaderRows: 6,
  /** With this many header rows, one more gap is not enough: long headers extend over several. Measured on reports. */
  longHeaderRows: 3,
  /** A row without a gap counts only when it begins this far inside. */
  minIndent: 2,
  /** The rows that must have something between two gaps, else they are one. Measured on producers and hard pages. */
  minRowsBetween: 2,
} as const

/** White between columns of running text, which is no table. */
export const pageColumns = {
  /** Stretches of text on each side, and the mean number of words in each. */
  minStretches: 4,
  /** Measured on styles and hard pages. */
  minWords: 3,
  /** White that divides stretches. */
  gap: 0.9,
  /** With this many stretches on the left, a smaller share of values than this on the right is running text, too. */
  minLeftStretches: 6,
  maxValueShare: 0.4,
} as const

/** Rows that follow each other with gaps at the same place. */
export const openZones = {
  /** White between columns on one row, and the part of it that other rows must leave. */
  minGap: 0.9,
  /** Measured on hard pages. */
  minLeft: 0.55,
  /** White between rows that ends a table. */
  maxWhiteBetween: 2.4,
  /** Measured on hard pages. */
  minRows: 3,
  /** With a bold first row. */
  minRowsWithBoldHeader: 2,
  /** Rows that must support a gap before one row may extend over it. */
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
  /** Lines over the whole width; more belong to a grid, as charts have behind them. Measured on forms. */
  maxLines: 4,
  /** White between a header and what is below it. */
  maxWhite: 0.9,
  /** How far inside a header begins, since no part of it is above the first column. */
  minIndent: 2,
  /** Shares of the width: a wider line is text above the table, a narrower rule does not belong to a header. */
  maxWidthShare: 0.8,
  /** Measured on reports. */
  minRuleShare: 0.8,
  /** As a factor of the usual distance between lines: more white begins another table. Measured on forms. */
  minPitchRatio: 1.4,
  /** Rows above a header that belong to the table before it. Measured on forms. */
  minRowsBefore: 4,
} as const

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
  /** Points between the text of a drawn column and its right end. */
  padding: 4,
} as const

/** How many rows are header. */
export const header = {
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
  /** How far below the baseline of a heading its line may be. */
  ruleDistance: 1.2,
  /** Points by which a heading may stand out from its line. */
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

/** Words of a row in their columns. */
export const pieces = {
  /**
   * Narrower white joins words even at the end of a column; monospaced letters have wider spaces. Measured on hard
   * pages.
   */
  joined: 0.4,
  joinedMonospaced: 0.68,
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
  /** Words in a cell that make it long enough to have been wrapped, if all columns of a full row seem to continue. */
  minWords: 3,
} as const
