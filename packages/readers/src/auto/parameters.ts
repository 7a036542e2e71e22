/*
 * Measured on PDFs of known text: 2,400 blocks and 3,300 cells of pages that Chromium, LibreOffice and LaTeX made of
 * Markdown, of invoices, statements and forms, and of scans.
 */

/** Shares with the probability that what has this share is right; linear in between. */
export type Curve = readonly (readonly [share: number, probability: number])[]

/** Text by the share of its neighbouring words that are neighbours in the second reading too. */
export const textCurve: Curve = [
  [0, 0.6],
  [0.5, 0.75],
  [0.85, 0.85],
  [0.9, 0.93],
  [0.95, 0.96],
  [1, 0.995],
]

/** A whole table by the share of its cells that are cells of one table of the second reading. */
export const tableCurve: Curve = [
  [0, 0.4],
  [0.3, 0.5],
  [0.6, 0.65],
  [0.85, 0.85],
  [0.95, 0.93],
  [1, 0.98],
]

/** The cells of a table, by the same share: those that the second reading has too, and the others. */
export const cellCurves: { readonly shared: Curve; readonly differing: Curve } = {
  shared: [
    [0, 0.85],
    [0.6, 0.88],
    [0.7, 0.96],
    [0.85, 0.97],
    [1, 0.995],
  ],
  differing: [
    [0, 0.82],
    [0.6, 0.86],
    [0.85, 0.75],
    [1, 0.5],
  ],
}

/** Text with a number that the second reading does not have is at most this probable. */
export const maxWithOtherNumbers = 0.85

/** Without a second reading of the page. */
export const alone = { text: 0.97, table: 0.8, cell: 0.93 } as const

/** A table of which the second reading makes something else. */
export const noTable = { table: 0.6, cell: 0.85 } as const

/** The probability, at most, on a page that the readers themselves warn of, by the code of the warning. */
export const maxByWarning: Readonly<Record<string, number>> = {
  text_layer_untrusted: 0.8,
  text_layer_repaired: 0.94,
  low_text_yield: 0.8,
}

/**
 * The share of a page's text that is probably right, below which its readers should look. Of the pages of known text
 * with something wrong two thirds are below it, of the others one in ten.
 */
export const minPageConfidence = 0.9

/**
 * Words of a page that is read a second time. With more it has something other than text for reading, of which the
 * second reading takes minutes.
 */
export const maxWords = 30_000
