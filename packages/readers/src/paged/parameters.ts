/*
 * The thresholds by which blocks become headings, captions, headers and the like. Unless a unit is given, a length is
 * in heights of the text (its font size), and a share is a part of one.
 *
 * What they were measured on:
 *
 * - styles: documents written in Markdown and printed in six styles
 * - producers: documents by TeX, office programs and converters of HTML
 * - reports: government reports with tables that run over pages
 * - hard pages: single pages of old books, letters, journals and forms, with checks on what must not be read as text
 */

/** Headers and footers. Measured on hard pages and styles. */
export const runningText = {
  /** Of the page's height, from either edge: where text is looked for that other pages have, too. */
  repeatedShare: 0.12,
  /** Of the page's height, on upright pages and on wide ones: where text that stands apart is looked for. */
  lonelyShare: 0.085,
  lonelyShareOnWidePage: 0.12,
  /** Pages with the text: one in so many, but no fewer than the least and no more than the most. */
  pagesForOne: 3,
  minPages: 2,
  maxPages: 4,
  /** Points between the heights at which a text stands on different pages. */
  heightTolerance: 6,
  /** Lines of a header. */
  maxLines: 3,
  /** Lines and characters of text that stands apart on one page alone. */
  maxLonelyLines: 2,
  maxLonelyCharacters: 140,
  /** Times the size of the text: larger is a heading, unless it is small print, in points. */
  maxSizeRatio: 1.05,
  smallPrint: 9,
  /** White between it and the next text. */
  minWhite: 1.5,
} as const

/** Lines of capitals with a page number, above the pages of books. Measured on hard pages. */
export const runningHeads = {
  /** Of the page's height, from the top. */
  maxShare: 0.13,
  maxCharacters: 80,
  minLetters: 5,
  /** Of the letters. */
  minCapitalShare: 0.7,
} as const

/** Pictures that are no part of the text. Measured on producers and hard pages. */
export const pictures = {
  /** Of the page: a picture that covers as much, with several blocks on it, is the ground of the page. */
  minGroundShare: 0.6,
  minBlocks: 3,
  /** Lines of the text on it: a picture no higher is their shadow or their shade. */
  maxShadowLines: 2.5,
  /** Of a line's height, which must be on the picture. */
  minLineShare: 0.6,
  /** Of the page's height, from either edge: where logos are. */
  edgeShare: 0.12,
  /** Points between the places of a logo on different pages. */
  placeTolerance: 4,
} as const

/** Layers of one table. Measured on reports. */
export const tableLayers = {
  /** Of the smaller one, which lies over the other. */
  minOverlap: 0.5,
  /** Points: how far left of a cell its text may begin. */
  tolerance: 2,
} as const

/** Paragraphs that the layout took for one. Measured on styles and hard pages. */
export const paragraphs = {
  /** How far left of an item's text a line begins that is no longer part of it. */
  minOutdent: 0.8,
  /** More white than usual between two lines: points or heights, the larger of them. */
  minExtraWhiteInPoints: 1.5,
  minExtraWhite: 0.25,
} as const

/** Programs. Measured on styles and producers. */
export const code = {
  /** Of the words of a block. */
  minMonospacedShare: 0.8,
  /** White between two parts of one program. */
  maxWhite: 2.5,
} as const

/** Footnotes. Measured on styles and hard pages. */
export const footnotes = {
  /** Of the page's height: none stands higher. */
  minTopShare: 0.6,
  /** Times the size of the text. */
  maxSizeRatio: 0.95,
} as const

/** Headings by their looks. Measured on styles, producers and hard pages. */
export const headings = {
  /** Of the words of running text, from which on it is bold, and bold says nothing of headings. */
  minBoldShare: 0.6,
  /** Points by which bold ranks above plain of the same size. */
  boldRank: 0.25,
  maxLevel: 6,
  /** What is this many times as large as the text is a heading over several lines. */
  large: { minSizeRatio: 1.2, maxLines: 5, maxCharacters: 300 },
  /** What is only a little larger, bold or in another font is a heading when it is as short as this. */
  short: { maxLines: 2, maxCharacters: 120 },
  minSizeRatio: 1.08,
  minSizeRatioOfBold: 0.93,
  minSizeRatioOfOtherFont: 1.03,
} as const

/** What goes on in another column or on another page. Measured on styles and producers, tables on reports. */
export const continuations = {
  /** Points between the sizes of the two parts. */
  sizeTolerance: 0.6,
  /** Lines of a text that ends without a full stop: fewer are a heading or an address. */
  minLines: 3,
  /** White at the end of its last line. */
  maxRoom: 1.5,
  /** Of the page's width, between the sides of two tables. */
  tableTolerance: 0.03,
} as const

/** Things found by their place. Measured on hostile files. */
export const bands = {
  /** Points. A few lines: less and a thing lies in many bands, more and a band holds many things. */
  height: 24,
  /** Bands. A thing that is higher than any page has a damaged box. */
  maxBands: 1000,
} as const

/**
 * Characters. A program is indented by no more; a damaged box would fill the memory with spaces. Measured on hostile
 * files.
 */
export const maxIndentation = 400
