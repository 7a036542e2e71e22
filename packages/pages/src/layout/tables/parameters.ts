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
  /** The number of times that columns of a page are divided again; text in columns within columns has no tables. */
  maxDepth: 2,
  /** Words, the number in two rows of two cells. */
  minWords: 4,
  /** Points by which lines of a frame may be outside of it. */
  frameMargin: 2,
} as const

/** The bounds of rows and notes that are near a table but not among its cells. */
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

/** The thresholds from which on a grid is a table: the less of it is drawn, the more regular it must be. */
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
  /** Two labels with a value each below them are no table: a form may have a line between. */
  headed: { minFilledCells: 5 },
  /** Such a table may be confused with columns of a page and lists. */
  white: {
    minFilledCells: 4,
    minCoveredShare: 0.5,
    minFullRowShare: 0.65,
    minRows: 3,
    /** Rows of a table with a bold header over three columns or more. */
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
  /**
   * Columns, rows below the header and words of a label: two columns of sentences may be those of a page, and so may
   * three that begin with one.
   */
  labelled: { minColumns: 3, minRows: 2, maxWords: 5 },
  /** Cells that begin with a dash, in a column of which all do: fewer may be a list beside something else. */
  minDashedCells: 5,
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
   * Values of 255 for each of red, green and blue. A lighter ground is invisible on white paper, a pale one nearly so.
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
  /** A row of the lattice may hold several rows if it has this many lines. Measured on reports. */
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

/** Numbers side by side in a drawn column, which are columns of their own. */
export const fusedColumns = {
  /** Lines, the first with numbers and all below it: fewer may be two dates or two parts of one number. */
  minLines: 3,
  /** The share of these lines that have numbers side by side, and that have one in each of the columns. */
  minLineShare: 0.8,
  /** The white between two numbers: figures are grouped by less. */
  minGap: 0.4,
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
export const ruledZoneParameters = {
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
  /**
   * Points across and along between lines over neighbouring columns, and the share of lines that have such a neighbour
   * in a stack that is only a part of a table.
   */
  pieces: { across: 1.2, along: 14, minShare: 0.5 },
  /** Points around the lines, within which things belong to them. Measured on reports, styles and producers. */
  margin: { across: 4, up: 1, rulesAcross: 6 },
} as const

/** Tables of which only the line below the header is drawn. */
export const headedZones = {
  /** Points. A shorter line underlines a word. */
  minLength: 60,
  /** Lines tried on a page, and words above or below one. */
  maxRules: 60,
  maxWords: 4000,
  /** Points around the line in which the table is looked for: no more than a page. */
  reachUp: 80,
  reachDown: 900,
  /** Points by which text may reach out over the ends of the line. */
  margin: 4,
  /** White beside the table: text that is nearer than this to the end of a row goes on. */
  minWhiteBeside: 0.9,
  /** The distance from the last line of a header to the line below it. */
  maxWhite: 1.3,
  maxHeaderRows: 4,
  /** Between lines of a header. */
  maxHeaderPitch: 1.6,
  /** Lines that are closer are beside each other: the heading of a column is set in the middle of the header. */
  minHeaderPitch: 1.05,
  /** The ratio to the size of the header: larger type above it is a heading of the text. */
  maxSizeRatio: 1.15,
  /**
   * The minimum distance of a line over some columns from the baseline of the row below it, at which the line still
   * belongs to the heading above.
   */
  ruleClearance: 0.4,
  /**
   * The share of rows with text beside them that makes the line that of some columns only. Text with so many words in a
   * line, of which this share comes this close to the greatest width, is a column of the page.
   */
  minLabelShare: 0.5,
  minFullShare: 0.5,
  fullLine: 0.85,
  minWordsOfLine: 4,
  /** White between the pieces of a row. */
  minGap: 0.9,
  /** Between rows, and from the line to the first one. */
  maxPitch: 3.2,
  /** The ratio to the loosest distance of rows so far: a row of one piece set apart more is text below the table. */
  maxLoosening: 1.1,
} as const

/** Running text between two lines, which ends a table. */
export const textBetween = {
  /** White that divides a line into chunks. */
  gap: 0.75,
  /** The share of the width that a line of running text fills. */
  minWidthShare: 0.75,
  minLines: 2,
  minLineShare: 0.4,
  /** Words at the start of a line among which a label may be. */
  labelWords: 3,
  /** Lines without a gap, one after the other, that are a paragraph when one of them is full. */
  minParagraphLines: 3,
  /** The ratio to the usual size of the text: larger type is a heading. */
  minHeadingSize: 1.15,
  /** Rows with text where the columns below have white, and the share of them, that make them something else. */
  minForeignRows: 3,
  minForeignShare: 0.34,
  /** The distance of rows that are one header, which may reach over the columns below it. */
  maxHeaderPitch: 1.6,
  /** The ratio to the usual distance between two lines: a header that is set apart more begins another table. */
  minFarther: 1.4,
} as const

/** The boundary between two tables that follow each other without text between them. */
export const tableBoundary = {
  gap: 0.9,
  /** Text side by side, not values: this many lines, and this share with chunks of this many words each. */
  minLines: 6,
  minWordsOfChunk: 3,
  minLineShare: 0.5,
  /** More white than within a table: points without text in it, else heights for each line of text and one more. */
  minWhite: 20,
  lineHeight: 1.2,
  /** Points between two lines without text, above a header; less is a double line. Measured on forms. */
  minWhiteAboveHeading: 5,
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
  /** Points above a lattice in which the foot of its headings is looked for, and the columns that must be headed. */
  maxHeadingDistance: 30,
  minHeadedColumns: 3,
  /** The distances above and below within which rows are searched. */
  rangeAbove: 8,
  /**
   * The distance that the line below a heading may be below the top of the next row: boxes of text are higher than its
   * letters.
   */
  ruleSlack: 0.3,
  rangeBelow: 30,
  maxHeaderRows: 4,
  /** Points beside the table in which its words may be. */
  margin: 4,
  /** Points between edges of text that are aligned. */
  alignment: 2,
} as const

/** White that goes down between columns. */
export const columnParameters = {
  /** Narrower white is a space between words. Measured on hard pages. */
  joined: 0.35,
  /** The minimum width of a gap over all rows, and of its median on single rows. Measured on hard pages. */
  minLeft: 0.28,
  /** Measured on hard pages. */
  minUsual: 0.75,
  /** The same where texts on both sides are aligned with it, within these points, on this many rows. */
  minAligned: 0.4,
  minAlignedRows: 4,
  alignment: 1,
  /** The share of rows in which words begin at one place after clear white, so that it is the start of a column. */
  minStartShare: 0.5,
  /** Such places; more than a table for reading has columns are not looked at. */
  maxStarts: 100,
  /** The maximum share of rows that may extend over a gap. Measured on reports and forms. */
  maxCrossingShare: 0.08,
  /** Rows at the top that extend over gaps and so head several columns. */
  maxHeaderRows: 6,
  /** One more gap is not enough with so many header rows: long headers extend over several. Measured on reports. */
  longHeaderRows: 3,
  /** A row without a gap counts only when it begins this far inside. */
  minIndent: 2,
  /** The rows that must have something between two gaps, else they are one. Measured on producers and hard pages. */
  minRowsBetween: 2,
  /** The white between two headings over a line, where the column below one of them may be empty. */
  minHeaderGap: 0.9,
  /** The share of signs among the texts of a column of signs: a heading may be over it, too. */
  minSignShare: 0.75,
} as const

/** White between columns of running text, which is no table. */
export const pageColumns = {
  /** Stretches of text on each side, and the mean number of words in each. */
  minStretches: 4,
  /** Measured on styles and hard pages. */
  minWords: 3,
  /** White that divides stretches. */
  gap: 0.9,
  /** A smaller share of values than this on the right is running text, too, if so many stretches are on the left. */
  minLeftStretches: 6,
  maxValueShare: 0.4,
} as const

/** Rows that follow each other with gaps at the same place. */
export const openZoneParameters = {
  /** White between columns on one row, and the part of it that other rows must leave. */
  minGap: 0.9,
  /** Measured on hard pages. */
  minLeft: 0.55,
  /** The white in spaces where letters are typed: one is between words. */
  minSpaces: 1.3,
  /** White between rows that ends a table. */
  maxWhiteBetween: 2.4,
  /** The ratio to the loosest distance of rows so far: a row of one piece set apart more is text below the table. */
  maxLoosening: 1.1,
  /** Measured on hard pages. */
  minRows: 3,
  /** Rows of a table whose first one is bold. */
  minRowsWithBoldHeader: 2,
  /** Rows that must support a gap before one row may extend over it. */
  minSupportingRows: 3,
  /** Points by which a word may reach into a gap. */
  tolerance: 1,
  /** The distance from one line of the last row to the next. Measured on forms. */
  maxLinePitch: 1.35,
  /** Words in it. */
  minWords: 4,
} as const

/** Headers above open tables, and headers that divide one open table from the next. */
export const openHeaders = {
  /** White between columns below a header whose words are close together: fewer may be chance. */
  minGaps: 2,
  /** The maximum distance of a table's title from the middle of the table. Measured on forms. */
  maxOffCentre: 1,
  /** Measured on forms. */
  maxRows: 3,
  /** Lines over the whole width; more belong to a grid, as charts have behind them. Measured on forms. */
  maxLines: 4,
  /** White between a header and what is below it. */
  maxWhite: 0.9,
  /** The minimum indent of a header, since no part of it is above the first column. */
  minIndent: 2,
  /** Shares of the width: a wider line is text above the table, a narrower rule does not belong to a header. */
  maxWidthShare: 0.8,
  /** Measured on reports. */
  minRuleShare: 0.8,
  /** The ratio to the usual distance between lines: more white begins another table. Measured on forms. */
  minPitchRatio: 1.4,
  /** Rows above a header that belong to the table before it. Measured on forms. */
  minRowsBefore: 4,
} as const
