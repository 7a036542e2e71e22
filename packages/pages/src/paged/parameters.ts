/*
 * The thresholds by which blocks become headings, captions, headers and the like. Unless a unit is given, a length is
 * in heights of the text (the font size of the words compared), and a share is a part of one.
 *
 * A threshold names the sets it was measured on: moved down by a fifth and up by a quarter, it changes what is read of
 * one of their documents (bench/sensitivity.ts). One that names none changed nothing in the fifty to
 * hundred documents that were tried: only its reason speaks for it. Limits bound the time that a hostile file may take.
 *
 * - reports: tables of government reports, ruled and open, from a published competition on finding tables
 * - styles: documents written in Markdown and printed in six styles, with one column and with two
 * - producers: documents made by TeX, office programs and converters of HTML
 * - hard pages: single pages of old books, letters, journals and newspapers, with checks on what is to be read
 */

/** Headers and footers. */
export const runningText = {
  /**
   * The share of the page's height, from either edge, in which text is looked for that other pages also have. Measured
   * on styles, producers and hard pages.
   */
  repeatedShare: 0.12,
  /**
   * The shares of the page's height, on upright and on wide pages, in which text that is set apart is looked for.
   * Measured on reports and producers.
   */
  lonelyShare: 0.085,
  /** Measured on hard pages. */
  lonelyShareOnWidePage: 0.12,
  /** The pages that must have the text: one in this many, but within the minimum and the maximum. */
  pagesForOne: 3,
  /** Measured on reports, styles, producers and hard pages. */
  minPages: 2,
  maxPages: 4,
  /** Points between the heights of a text on different pages. */
  heightTolerance: 6,
  /** Lines of a header. */
  maxLines: 3,
  /** Lines and characters of text that is set apart on one page alone. */
  maxLonelyLines: 2,
  maxLonelyCharacters: 140,
  /**
   * The ratio to the size of the text: anything larger is a heading, unless it is small print, in
   * points. Measured on reports and producers.
   */
  maxSizeRatio: 1.05,
  /** Measured on reports and hard pages. */
  smallPrint: 9,
  /** White between it and the next text. */
  minWhite: 1.5,
  /** Words of one block, with letters: the labels of a chart have fewer. */
  minReadingWords: 7,
  /** Points by which the size of a line may differ from that of the text and be the same. */
  ownSize: 0.3,
  /** White between lines of one text, at the most: those of a list are further apart than those of a paragraph. */
  maxLineWhite: 1,
  /** The share of the page's height, from the bottom, in which its number may be. Measured on papers set in TeX. */
  numberShare: 0.16,
  /** The ratio to the size of the text from which a number alone is a heading or a value: those of pages are hardly larger. */
  minHeadingRatio: 1.25,
  /**
   * The share of the page's height, from the bottom, in which numbers alone may be those of the pages if they count them: in
   * books set in KOMA-Script's narrow type area they are at .2.
   */
  countedShare: 0.25,
  /** The share of the page's height, from the top, in which its first line may be a head with a number. */
  headShare: 0.15,
  /** White between the title and the number in the first line of a page, and below that line. */
  minNumberGap: 0.6,
  minWhiteBelowHead: 0.8,
  /** The share of the page's width, from either side, that is its outer margin. */
  sideShare: 0.1,
  /** Words of turned text there that is the label of a drawing or an axis: of a stamp there are more. */
  maxWordsOfLabel: 2,
  /** The longer side of A4 and of Letter to the shorter, and by how much that of a scanned page may differ, as a share. */
  paperProportions: [11.69 / 8.27, 11 / 8.5],
  paperTolerance: 0.02,
} as const

/** Text at the same place on several pages. */
export const repeatedText = {
  /** The share of a page's characters that earlier pages have: with more of them, it is one of these again. */
  minSharedText: 0.5,
  /** Digits of the number of a page. */
  maxDigits: 4,
  /** Numbers of one text of which each may be that of the page. No running head has more. */
  maxNumbers: 8,
  /** The number of a page grows by so much from one to the next: by two where only every second one was printed. */
  steps: [1, 2],
  /**
   * The distance of a number that is set off, or far from the edge, from the count of pages: front matter, or the part of a book that
   * comes before, has no more pages as a rule, and numbers of vouchers and years are farther off.
   */
  maxOffset: 50,
  /** The share of the pages that count in numbers far from the edge: front matter may count in another way. */
  minShareOfFar: 0.5,
  /** Pages with a text of their own at one place, and their share of all: two may be those of the left and the right pages. */
  minRecords: 3,
  minShareOfRecords: 0.8,
} as const

/** Lines of capitals with a page number, above the pages of books. */
export const runningHeads = {
  /** The share of the page's height, from the top. */
  maxShare: 0.13,
  /** Measured on reports. */
  maxCharacters: 80,
  minLetters: 5,
  /** The share of capitals among the letters. */
  minCapitalShare: 0.7,
} as const

/** Pictures that are not part of the text. */
export const pagedPictureParameters = {
  /**
   * The share of the page: a picture that covers this much, with several blocks on it, is the ground of the page.
   * Measured on hard pages.
   */
  minGroundShare: 0.6,
  minBlocks: 3,
  /** Lines of the text on it: a picture no higher than this is their shadow or their shading. */
  maxShadowLines: 2.5,
  /** The share of a line's height that must be on the picture. Measured on hard pages. */
  minLineShare: 0.6,
  /** The share of the page's height, from either edge, in which logos are. */
  edgeShare: 0.12,
  /** Points between the places of a logo on different pages. */
  placeTolerance: 4,
} as const

/** Layers of one table. */
export const tableLayers = {
  /** The share of the smaller layer that must lie over the other one. */
  minOverlap: 0.5,
  /** Points: how far left of a cell its text may begin. */
  tolerance: 2,
} as const

/** Paragraphs that the layout merged into one. */
export const pagedParagraphParameters = {
  /** The distance left of an item's text from which on a line no longer belongs to the item. */
  minOutdent: 0.8,
  /** The additional white between two lines: the larger of this, in points, and the next, in heights. */
  minExtraWhiteInPoints: 1.5,
  minExtraWhite: 0.25,
} as const

/** Programs. */
export const pagedCodeParameters = {
  /** The share of the words of a block. Measured on styles and producers. */
  minMonospacedShare: 0.8,
  /** White between two parts of one program. */
  maxWhite: 2.5,
} as const

/** Footnotes. */
export const footnotes = {
  /** The share of the page's height above which there are no footnotes. Measured on reports. */
  minTopShare: 0.6,
  /** The ratio to the size of the text. Measured on reports and producers. */
  maxSizeRatio: 0.95,
} as const

/** Headings by their looks. */
export const headings = {
  /** The share of the words of running text that makes the text bold; then bold does not indicate headings. */
  minBoldShare: 0.6,
  /** The share of the words of running text in its font and size that makes it uniform: a sign may be of another font. */
  minUniformShare: 0.98,
  /**
   * Points by which a look ranks above plain of the same size, or below it: bold, capitals, italics, and each further
   * part of a number. Smaller than half a point, so that they never outrank a size.
   */
  boldRank: 0.25,
  capitalsRank: 0.125,
  italicRank: 0.0625,
  depthRank: 0.01,
  maxLevel: 6,
  /**
   * Text larger than the text of the document by this factor is a heading, even over several lines. Measured on
   * reports, styles, producers and hard pages.
   */
  large: { minSizeRatio: 1.2, maxLines: 5, maxCharacters: 160 },
  /** Characters of the largest text of a document: titles of papers and reports run over several lines. */
  title: { maxCharacters: 300 },
  /**
   * Text that is only a little larger, bold or in another font is a heading if it is as short as this. Measured on hard
   * pages.
   */
  short: { maxLines: 2, maxCharacters: 120 },
  /** Measured on reports, styles, producers and hard pages. */
  minSizeRatio: 1.08,
  /** Measured on reports, producers and hard pages. */
  minSizeRatioOfBold: 0.93,
  /** Measured on reports, producers and hard pages. */
  minSizeRatioOfOtherFont: 1.03,
  /** Points between the sizes of a line and of the text that it belongs to. */
  sizeTolerance: 0.3,
  /** The range of sizes of small capitals, as a factor of that of the large ones: fonts and programs use 0.7 to 0.85. */
  minSmallCapitals: 0.6,
  maxSmallCapitals: 0.9,
  /** Lines below each other that are no headings, as none has a text; two may be the lines of one. */
  minStack: 3,
  /** White between such lines, as a factor of their size. */
  maxStackWhite: 0.8,
  /** Lines of the texts by which the sides of a column are known. */
  minColumnLines: 2,
  /** Twice the distance of a centred line from the middle of its column, and the white on each side of it. */
  centreTolerance: 1.5,
  minIndent: 1.5,
} as const

/** Paragraphs that the outline of the document names. */
export const outlineHeadings = {
  /** Lines of one. More are a text that a bookmark quotes. */
  maxLines: 3,
} as const

/** Headings in the size and weight of the text. */
export const quietHeadings = {
  /** Lines of one kind: one alone may be a motto, a date or a signature. */
  minCount: 2,
  /** The white above, as a factor of that below: a heading belongs to the text below it. */
  minWhiteRatio: 1.2,
  /** The share of the characters that are letters or spaces: formulas have fewer. */
  minLetterShare: 0.8,
  /** Points by which the boxes of two lines below each other may overlap. */
  overlap: 2,
  /** White between two lines that have an empty one between them: the lines of typed text are evenly spaced. */
  minEmptyLine: 0.8,
} as const

/** The parameters of the front matter: the lines at the top of a document, above its text. */
export const frontMatter = {
  /** White between two lines of a title. */
  maxGap: 0.9,
} as const

/** Text and tables that continue in another column or on another page. */
export const continuations = {
  /** Points between the sizes of the two parts. */
  sizeTolerance: 0.6,
  /** Lines of a text that ends without a full stop: a shorter one is a heading or an address. Measured on reports. */
  minLines: 3,
  /** White at the end of its last line. */
  maxRoom: 1.5,
  /** The share of the page's width by which the sides of two tables may differ. */
  tableTolerance: 0.03,
} as const

/** Rows that a page break cuts. Checked on producers. */
export const cutRows = {
  /** Rows of a header that comes again; no printed one has more. */
  maxHeaderRows: 10,
  /** White before the first word of the second part, had it been on the last line of the first. */
  space: 0.2,
} as const

/** Things found by their place. */
export const bands = {
  /** Points, a few lines: with smaller bands a thing lies in many bands, with larger ones a band holds many things. */
  height: 24,
  /** Bands. A thing that is in more is higher than any page and has a damaged box. */
  maxBands: 1000,
} as const

/**
 * Characters. No program is indented further; a damaged box would fill the memory with spaces. Measured on hostile
 * files.
 */
export const maxIndentation = 400
