/*
 * The bounds of the data that is read from PDFium, and the thresholds by which hidden text, grounds and ink are
 * recognised. Points unless a unit is given; shades and colours are values of 0 to 255.
 *
 * The sets on which they were checked:
 *
 * - hostile: damaged, odd and encrypted PDFs
 * - integrity: PDFs whose text layer differs from their look, and clean ones
 */

/** The bounds of a document; hostile ones claim any number. Checked on hostile documents. */
export const pdfiumLimits = {
  /** Characters of a page: no page that is meant to be read has as many. */
  characters: 400_000,
  /**
   * Objects of a page, and how deep forms are nested: a form counts again wherever it is drawn, so a small file can
   * hold billions.
   */
  objects: 200_000,
  objectDepth: 16,
  /**
   * Objects that are looked at for lines and areas, what is kept of them, and the segments of one path: a map may have
   * any number.
   */
  drawnObjects: 100_000,
  drawings: 50_000,
  segmentsOfPath: 2000,
  /**
   * Images of one pixel that are decoded on a page, and bytes of one: a page of tables has hundreds, of one to some twenty bytes. What
   * has more is made to take long.
   */
  onePixelImages: 5000,
  onePixelBytes: 1024,
  /** Clipping paths of an object, and segments of one that are looked at. */
  clips: 16,
  segmentsOfClip: 64,
  /** Covers under the text of a page: with more, the page is a drawing and no ground is looked for. */
  covers: 5000,
  links: 10_000,
  boxesOfLink: 100,
  /** Bytes of an address, and of the name of a font or filter. */
  addressBytes: 8192,
  fontNameBytes: 512,
  filterNameBytes: 64,
  annotations: 5000,
  /** Annotations of a page whose appearance is read for want of a text of their own, and characters of each. */
  appearances: 200,
  charactersOfAppearance: 10_000,
  attachments: 1000,
  /** Marked content around one object. */
  marksOfObject: 100,
  /** Annotations that are looked at on a page without text. */
  marks: 1000,
  optionsOfField: 1000,
  bookmarks: 10_000,
  bookmarkDepth: 32,
  /** The structure tree of a page; slots are children, on the page or not. */
  elements: 50_000,
  slots: 500_000,
  elementDepth: 100,
  attributes: 32,
  headersOfCell: 64,
  span: 1000,
} as const

/** The parameters of the places of characters. */
export const characterParameters = {
  /** Degrees from a side of the page at which text is oblique: less is a sheet that was laid askew. */
  minSlant: 5,
  /** The tangent of the angle by which sheared letters lean at least: programs that make italics so take .2 (12°) to .33. */
  minLean: 0.1,
  /** The width of the outline that makes letters bold, in their size: programs that make bold letters so take .02 to .05. */
  minBoldStroke: 0.015,
} as const

/** The shapes of characters. Heights of the font unless a unit is given. Checked on styles, producers and integrity. */
export const glyphs = {
  /** Shapes of one code of a font that are told apart. */
  maxShapes: 16,
  /** Less ink than this is that of a space. */
  minInk: 0.002,
  /** The bounds of one shape differ by so much, from rounding. */
  tolerance: 0.02,
  /** Segments of an outline that is looked at. */
  maxSegments: 2000,
  /** The share of a box's outline along the axes at least, and its longer side to the shorter. */
  minBoxAlong: 0.6,
  maxBoxRatio: 1.25,
  /** Widths of a box: its inner square, and what ticks it, at least. Closed lines of a ticked one. */
  minInnerShare: 0.6,
  minMarkShare: 0.4,
  maxContours: 8,
  /** A dash: how thick and how wide it is, and where it lies. */
  maxDashThickness: 0.12,
  minDashWidth: 0.15,
  minDashHeight: 0.1,
  maxDashHeight: 0.55,
} as const

/** The files of pictures. */
export const pdfiumPictureParameters = {
  /** Pixels of one picture: those of an A4 page at 550 dots per inch. */
  maxPixels: 30_000_000,
  /** Bytes of all pictures of a document, and of one JPEG as stored in the document. */
  maxTotalBytes: 64 * 1024 * 1024,
  maxJpegBytes: 32 * 1024 * 1024,
  /** Dots per inch that a part of a page is drawn with. */
  minDpi: 72,
  maxDpi: 300,
} as const

/** Text that is in the file and cannot be seen. Checked on integrity. */
export const hiddenTextParameters = {
  /** Text smaller than this, by its font and by its ink, cannot be read. */
  minSize: 1,
  /** Dots per inch at which the page is drawn to look for the text, and the longest side of a page that is drawn. */
  dpi: 72,
  maxSide: 3000,
  /** Shades that count as different. */
  minContrast: 16,
  /** Values of a colour by which two colours may differ and look the same. */
  colorTolerance: 3,
  /** Share of the width and height of a text that is left of it when most of it is cut away. */
  minUnclipped: 0.1,
  /** A path thinner than this is a rule and covers nothing. */
  minCover: 3,
} as const

/** Pages that are images with an invisible layer of text. Checked on integrity and on scans with a text layer. */
export const scans = {
  /** Share of the page that its largest image covers. */
  minCoverage: 0.7,
  /** Paths of a page that is handwritten: a few for every word. */
  minStrokes: 100,
  /**
   * Characters in the text of a scan's own that was stamped on it, and the share of the page beside it that is drawn on:
   * a line or two at least, and not as much as a photograph.
   */
  maxStampCharacters: 400,
  minInkBesideStamp: 0.004,
  maxInkBesideStamp: 0.4,
} as const

/** The parameters by which the ink of a page is measured. Checked on hostile documents. */
export const ink = {
  /** Dots per inch: at this resolution a line of text darkens its pixels enough. */
  dpi: 30,
  /** A longer page is drawn at fewer. */
  maxSide: 2000,
  /** Shades from the ground at which a pixel counts. */
  minContrast: 16,
} as const

/** Lines and figures. Checked on documents with drawn bullets and rules. */
export const drawingParameters = {
  /** The sides of a dot. */
  maxDotSize: 8,
  /** The sides of a figure that may be a box to tick, or what it is ticked with. Checked on forms. */
  minFigure: 1.5,
  maxFigure: 20,
  /** Shares of a figure's outline along the axes: at least that of a box, at most that of a circle. */
  minBoxOutline: 0.4,
  maxCircleOutline: 0.1,
  /** The most that the sides of a circle may differ. */
  circleTolerance: 1,
  /** The most that the ends of its sides may miss its radius, in radii. */
  maxRadiusDifference: 0.2,
  /** Figures of one path that may be the sides of a frame: one of more is a pattern. */
  maxSidesOfFrame: 8,
  /** The most that the ends of a line along an axis may be off it. */
  axisTolerance: 0.5,
  /** The thickness of a line at least. */
  minThickness: 0.1,
  /** Opacity, 0 to 255, up to which nothing is seen. */
  maxInvisibleAlpha: 8,
} as const

/** Text in form fields. */
export const pdfiumFieldParameters = {
  /** The size of a font that the program is to choose. */
  defaultSize: 12,
  /** The distance from line to line, and the width of most characters, in sizes of the font. */
  lineStep: 1.2,
  characterWidth: 0.5,
  /** The size of text that was typed onto a page. */
  freeTextSize: 10,
} as const

/** Fonts whose letters are of one width. */
export const evenWidths = {
  /** Different letters of a font on one page: fewer may happen to be as wide as each other. */
  minLetters: 5,
  /** The share of its letters that have the same width. */
  minShare: 0.85,
  /** The widths may differ by so many sizes of the font. */
  tolerance: 0.01,
} as const

/**
 * Pages without pictures that stay open for the second reading of their document. An object takes about a kilobyte while its page is
 * open, a page without any about ten. Long documents are read as before beyond these bounds.
 */
export const keptPages = {
  pages: 200,
  /** Objects on all of them. */
  objects: 50_000,
} as const
