/*
 * Every threshold of the comparison, with its unit and reason. The report has its own in report/parameters.ts.
 *
 * Three sets measure the values together, not one by one:
 *
 * - planted: 258 errors of eleven kinds in 12 generated documents, of which all are found, all among the first three
 *   disputes, and 81 of 86 are attributed to the right provider; two correct readings have 0.15 disputes a page
 *   (packages/service/test/compare/planted-differences.test.ts repeats this on every run);
 * - real: 23 documents of nine kinds, 58 pages, whose 149 disputes were checked by hand: about 141 point at an error
 *   (docs/use/compare.md, "What was measured"; the documents are not in this repository);
 * - hostile: readings made to be costly (packages/compare/test/hostile-readings.test.ts holds the limits of work).
 *
 * Words are tokens: words, numbers, dates and signs. Shares and severities are from 0 to 1.
 */

/** The parts of a document that are compared. */
export const readingParameters = {
  /** Share of the page beyond which a picture is no chart or photograph on it, but the scan or the background of it. */
  maxPictureShare: 0.5,
} as const

/** The parameters by which text is cut into tokens, and text that may be absent on one side is recognised. */
export const tokenizing = {
  /** Words of one page that are compared: hundreds of printed pages. Bounds the work (hostile). */
  maxTokensPerPage: 200_000,
  /** Characters of one token. Longer ones are cut, so that no later step depends on their length (hostile). */
  maxTokenLength: 200,
  /** Characters of a running head or foot. Longer text that recurs is a notice that counts. */
  maxRunningTextLength: 200,
  /** Blocks at either end of a page that may be running text: a head or foot of two lines. */
  runningTextDepth: 2,
  /** Pages on which running text must recur, in documents of fewer than `shortDocument` pages and in longer ones. */
  minRunningPages: { short: 2, long: 3 },
  /** Pages. */
  shortDocument: 4,
  /** Share of the pages on which running text must recur: left and right pages and chapters have heads of their own. */
  minRunningPageShare: 0.3,
} as const

/**
 * The parameters by which the words of two readings are brought into correspondence. Anchors are four words that each
 * page has once.
 */
export const aligning = {
  /** Words of an anchored passage out of order. Shorter ones may be elsewhere by chance. */
  minAnchoredMove: 6,
  /** Pairs of words that Myers' algorithm may look at between two anchors, and on a page (hostile). */
  maxPairsPerGap: 4_000_000,
  maxPairsPerPage: 12_000_000,
  /** Matches with fewer words than this between them belong to one island. */
  maxIslandGap: 4,
  /** An island is kept when it has more than 1 / `islandRatio` of the words of the smaller gap beside it. */
  islandRatio: 3,
  /** Pieces, on both sides together, of a divided word such as `informa- tion`. */
  maxWordPieces: 6,
  /** Words of two stretches that are compared letter by letter for spacing alone. Longer ones have anchors. */
  maxRespacedLength: 12,
  /** Places of the same three words that are tried for a moved passage (hostile: words that recur everywhere). */
  maxMoveCandidates: 8,
  /** Share of the words of a stretch that must be left over on the other side for it to have moved word by word. */
  minMovedShare: 0.6,
  /** Words of a stretch that is taken for a substitution, not for a move, when its opposite is as long. */
  maxSubstitutionLength: 2,
  /** Words by which a missing stretch is shifted to the boundary of a block, row or cell. */
  maxSnapShift: 24,
} as const

/** The thresholds from which on differences become findings, and their kinds. */
export const findingParameters = {
  /** Words on either side of one substitution. More are two separate passages. */
  maxSubstitutionWords: 12,
  /** Two sides of more than `minUnevenWords` words whose lengths differ by more than this factor are two passages. */
  maxSubstitutionRatio: 3,
  minUnevenWords: 4,
  /** Share of the letters in which a misread word may differ. Beyond, it is another word. */
  maxMisreadShare: 0.5,
  /** Letters of a misread word. Longer strings are not compared letter by letter (hostile). */
  maxMisreadLength: 400,
  /** Words of a missing stretch with a number in it that is about the number. More are a passage. */
  maxNumberContext: 5,
  /** Words of a passage without a number. Fewer are hardly missed. */
  minPassageWords: 3,
  /** Words of a passage that may have been read elsewhere on the page. */
  shortPassage: 6,
  /** Share of the words of a stretch that the other reading has in its page headers and footers. */
  minRunningShare: 0.8,
  /** Words of a spanning column head that one reading repeats over each of its columns. */
  maxHeadLength: 5,
  /** Cells of a row in which repeated heads are looked for (hostile). */
  maxHeadColumns: 1_000,
  /** Words of a moved passage. */
  minMoveLength: 8,
  /** Words of a moved passage that is nearly all of its block. */
  minMovedBlockLength: 3,
  /** Share of a block that must have moved for the block to have moved. */
  minMovedBlockShare: 0.8,
  /** Numbers of one block that must have moved for it to have been read in another order. */
  minMovedNumbers: 3,
  /** Share of the words of a page that must have moved one by one for it to have been read in another order. */
  minMovedPageShare: 0.2,
  /** Share of the words of the smaller table that two tables have in common when they are the same table. */
  minTableOverlap: 0.5,
  /** Cells of a table. A smaller one may as well be lines of text. */
  minTableCells: 4,
  /** Share of the words of a table that the other page must have for it to have them as lines of text. */
  minTableTextShare: 0.5,
  /** Share of the cells of a column that must be missing for the column to be missing. */
  minMissingCellShare: 0.8,
  /** Rows of a missing column. */
  minMissingColumnRows: 3,
  /** Share of the cells of a table that may be missing. Beyond, columns say nothing. */
  maxMissingTableShare: 0.6,
  /** Share of the matched cells that may have slipped into other columns. Beyond, the table has another shape. */
  maxDisplacedShare: 0.25,
  /** Matched cells of a column from which its counterpart is known. */
  minColumnMatches: 2,
} as const

/**
 * The severity of each kind of difference to a reader. The order tells which errors cost most when they stay unnoticed:
 * a clean number for another is worse than a garbled one, which looks wrong (planted: all errors among the first
 * three).
 */
export const severities = {
  missingPage: 0.97,
  cleanNumber: 0.9,
  /** The first missing row; each whole row adds `perRow`, up to `manyRows`. */
  missingRow: 0.85,
  perRow: 0.01,
  manyRows: 0.95,
  missingColumn: 0.85,
  swappedColumns: 0.85,
  garbledNumber: 0.8,
  missingNumber: 0.75,
  displacedCells: 0.7,
  /** Words scattered over the page, as when columns are read across. */
  scatteredOrder: 0.6,
  /** A missing passage: `passage`, growing by up to `passageGrowth` until `longPassage` words; numbers in it add more. */
  passage: 0.55,
  passageGrowth: 0.25,
  longPassage: 60,
  passageNumbers: 0.05,
  /** Passages in another order: `order`, growing by up to `orderGrowth` until half of the page has moved. */
  order: 0.5,
  orderGrowth: 0.15,
  orderFullShare: 0.5,
  tableShape: 0.5,
  lookalikeNumber: 0.5,
  tableAsText: 0.45,
  otherWordsInCell: 0.45,
  otherWords: 0.4,
  shortPassage: 0.35,
  misreadInCell: 0.35,
  misread: 0.3,
  orderAcrossPages: 0.25,
  /** Notes, captions and tables have no single place in the reading order. */
  orderOfAsides: 0.2,
  noteMark: 0.2,
  /** The highest: some readers recognise the words in a picture, others do not, and none is wrong. */
  fromImages: 0.15,
  /** One or two missing words: `fewWords` and `perWord` for each. */
  fewWords: 0.1,
  perWord: 0.05,
  /** Added when one provider differs from at least two that agree: the difference is more certain. */
  majority: 0.03,
} as const

/** The number of disputes that are made, kept and listed, and the length of their quotations. */
export const disputeParameters = {
  /** Disputes of one result. Nobody looks at more, and a result has to stay readable. */
  maxListed: 1_000,
  /** Disputes that are kept while pages are compared; the memory of a document of thousands of pages is bounded. */
  maxKept: 5_000,
  /** Disputes of one page. */
  maxPerPage: 150,
  /** A page with more words may have one dispute per so many words. */
  wordsPerDispute: 20,
  /** Disputes of a page of any length. */
  maxOnAnyPage: 2_000,
  /** Words of a passage that is looked for on other pages. Shorter ones recur by chance. */
  minMovedAcrossPages: 5,
  /** Share of the words that two passages on different pages have in common when they are the same. */
  minSharedAcrossPages: 0.8,
  /** Passages that are looked for on other pages, and candidates for each (hostile). */
  maxAcrossPages: 2_000,
  maxCandidates: 30,
  /** A passage shares one of its so many longest words with any passage that is the same. */
  indexedWords: 3,
  /** Other occurrences that are listed of one dispute. */
  maxOccurrences: 100,
  /** Misread words that a message quotes. */
  maxQuotes: 4,
  /** Characters of a quotation in a message, and of the text of a side. */
  maxQuoteLength: 80,
  maxSideLength: 300,
  /** Characters that recognition alone has and that count as a speck (31 of 172 documents had one among their first three). */
  maxSpeckLength: 2,
  /** Words before and after the text of a side. */
  contextWords: 8,
} as const

/** The parameters of the figures of an agreement. */
export const agreementParameters = {
  /** The weight of each figure in the overall one. Text is the reading itself; the rest is its arrangement. */
  weights: { text: 0.6, order: 0.15, tables: 0.15, headings: 0.1 },
  /** The weight of a common heading of another level. */
  otherLevelShare: 0.75,
  /** Headings of a reading. More are something else that was taken for headings (hostile). */
  maxHeadings: 3_000,
  /** Agreement by which the outlier of a page is below the lowest agreement of the others among themselves. */
  outlierMargin: 0.03,
  /** Letters of an unmatched stretch that is compared letter by letter. Longer ones count as different. */
  maxLetters: 600,
  /** Pairs of letters that are looked at on a page (hostile). */
  maxLetterPairs: 12_000_000,
  /** Pairs of cells that TEDS compares; of larger tables only whole rows are compared (hostile). */
  maxCellPairs: 400_000,
  /** Pairs of rows that TEDS compares; of still larger tables only equal rows count (hostile). */
  maxRowPairs: 250_000,
  /** Characters of a cell whose edit distance is taken. Longer texts are equal or different (hostile). */
  maxCellTextLength: 400,
  /** Decimal places of a figure, as a factor. */
  precision: 10_000,
} as const

/**
 * The conditions under which a provider is recommended. `quality/recommend.ts` measures them together, on 291 documents
 * of known truth (docs/use/quality.md); only the weights are set by judgement, as they decide between vendors.
 */
export const recommending = {
  /** The deductions from a score: for the severity of disputes and for warnings by the page, for quality as a whole. */
  weights: { outlier: 0.3, missing: 0.15, warnings: 0.05, quality: 0.1 },
  /** Scores nearer than this are tied. */
  tieMargin: 0.01,
  /**
   * The factor between the times of the slowest and the fastest of tied providers from which on the fastest is
   * recommended.
   */
  fasterFactor: 1.25,
  /** Overall agreement from which two readings are the same. Below, time says nothing about them. */
  sameReading: 0.97,
  /** Text agreement below which nothing says who is right. Letters in any order agree to about a half by chance. */
  minAgreement: 0.65,
  /** Text agreement from which readings of an image come from one recogniser, which repeats its mistakes. */
  sameRecognition: 0.995,
  /** Share of recognised pages beyond which a document counts as an image. */
  maxRecognizedShare: 0.5,
  /** Words of each reading, on average. Fewer say little about a provider. */
  minWords: 10,
  /** Text agreement with a reading of another family below which nothing confirms a provider: a fifth is in dispute. */
  minSupport: 0.8,
  /** Score by which a reading may be below another of its family, to which the other families are that much nearer. */
  siblingMargin: 0.03,
  /** Headings agreement with every other family below which it is unknown what the headings are: half of them differ. */
  minHeadings: 0.5,
  /** Broken ties that refute a reading, if two others of different families do not have them. */
  manyTies: 3,
  /** Words of a label on a form. */
  maxLabelWords: 4,
  /** Broken ties by the page that say something about a reading: one in a document of five pages. */
  minBrokenPerPage: 0.2,
  /** Faults of one of two readings for each of the other from which it is clearly the worse one. */
  clearRatio: 3,
} as const

/**
 * The conditions under which a block with a confidence of its own counts as confirmed by another reader. Tried on the
 * 51 doubtful pages of 48 PDFs of known text (reports, forms, scans), on which the local readers are no better than
 * `auto`: of 102 readings by `provider-a` and `provider-b` five are taken for better. Of 17 true texts, all of which
 * are nearly what `auto` reads, eight are.
 */
export const preferring = {
  /** Share of the letters that may differ, as a block that is right may be hardly a character wrong (docs/use/quality.md). */
  maxDifferingLetters: 0.02,
  /** Similarity (TEDS) of two tables that have the same cells but for their spelling. */
  minSameTable: 0.97,
  /**
   * Share of the letters that are probably right below which a page is garbage, and from which on another reading of it is
   * believed that says so of itself. Read by Tesseract as English, pages in ten other scripts have .03 to .29; read in their
   * own language, or by networks for it, from .8 on.
   */
  maxGarbage: 0.3,
  minSureOfItself: 0.8,
  /** Steps from 0 to 1 in which the share of what a reader has right is estimated: finer than it can be known. */
  shares: 50,
} as const

/** The bounds of the time and size of a comparison, and the steps at which it yields. */
export const running = {
  /** CPU time that an agreement may take in its thread (each case of hostile takes seconds). */
  maxCpuSeconds: 120,
  /** Seconds of the clock, for a thread that waits for a busy machine: ten times that. */
  maxClockSeconds: 1_200,
  /** Memory of the thread's heap, in MiB. */
  maxMebibytes: 1_024,
  /** Words of a page from which its comparison yields to the event loop between steps. */
  longPage: 5_000,
} as const

/** The parameters by which settled disputes are found again and counted. */
export const judging = {
  /** Words before and after a place by which it is found in another reading, and those of them that must be the same. */
  contextWords: 3,
  minContextMatches: 2,
  /** The quantile of the normal distribution for intervals of 95 %. */
  normalQuantile: 1.959964,
} as const

/**
 * The parameters by which items of arrays that several have filled are brought together, and disputed values are
 * treated.
 */
export const fieldMatching = {
  /** The share of the values that both have which must be equal for two items to be one. */
  minEqualShare: 0.5,
  /** The number of items with the same value that are examined, the nearest first, and of those that are kept. */
  nearestCandidates: 64,
  keptCandidates: 8,
  /** Values that a comparison of readings lists at most, so that a result stays readable. */
  maxListedFields: 20_000,
  /**
   * The confidence of a value beside which another is proved: callers look at values below 0.7. That of portions is the
   * same.
   */
  disputedConfidence: 0.6,
} as const
