/*
 * Every threshold of the reports and of the web app's comparison: how much is viewLimits, when figures change colour, and how
 * much work goes into marking differences. They are choices of layout and cost, which no set of documents measures; the
 * tests of the report hold the limits of work.
 */

/** The amounts of a comparison that are in view. */
export const viewLimits = {
  /** Disputes that are in sight, and those below which they need no filter. */
  disputesAtOnce: 40,
  minDisputesToFilter: 6,
  /** Disputes of each document in the report of a bench; its own comparison shows them all. */
  benchDisputes: 10,
  /** Other occurrences of one dispute, and warnings of one provider. The rest is counted. */
  occurrences: 20,
  warnings: 100,
  /** Documents that have links above the report. More are found by their table. */
  documentLinks: 8,
  /** Columns that fit side by side. More scroll. */
  columns: 3,
  /** Disputes that have links above their page. */
  disputeLinks: 12,
  /** Page tiles of full size. More are shown small. */
  largeTiles: 24,
  /** Difference of agreement between pages from which the page that agrees least is named. */
  minPageSpread: 0.005,
  /** The width of a page thumbnail, and the smallest mark on it, in units of its drawing. */
  thumbnailWidth: 100,
  minMarkSize: 9,
  /** Rows or columns that a cell may span. Browsers take no more. */
  maxCellSpan: 1_000,
} as const

/** A dispute is serious or notable from this severity on. Below, it is minor. */
export const severityLevels = { serious: 0.7, notable: 0.4 } as const

/** The shares from which an agreement has the colours `heat-4` to `heat-1`. Below, it has `heat-0`. */
export const heatLevels = [0.98, 0.93, 0.8, 0.6] as const

/**
 * The agreement with the others from which a recommended provider is shown as one to trust. Below it a fifth of what was
 * read is contradicted, and a person has to look, whichever reading is the best.
 */
export const sureAgreement = 0.8

/** The parameters by which the words of texts are compared to mark their differences. */
export const marking = {
  /** Words of a dispute that are underlined in a text. Longer passages are only pointed at. */
  maxSpotLength: 12,
  /** Words or characters in which two sides of a dispute may differ. Beyond, all of a side is marked. */
  maxSideEdits: 400,
  /** Words of an anchor between two texts. Three in a row rarely recur. */
  anchorLength: 3,
  /** Words of a text from which it is divided at anchors before it is compared word by word. */
  longText: 200,
  /** Words of a passage that counts as moved. Shorter ones are elsewhere by chance. */
  minMoveLength: 4,
  /** Share of the other texts that must have words where one has none for a gap to be viewLimits. */
  gapMajority: 0.5,
  /** Edits between two stretches. The cost grows with their square. */
  maxEdits: 600,
  /** Squared edits that a whole report may cost: about a second. */
  maxSteps: 10_000_000,
} as const
