/*
 * The parameters by which text in drawings is put together: drawings have letters at places, no words or paragraphs.
 * Checked on five drawings: four diagrams such as Graphviz draws them, and a logo.
 */

/** Font size, in user units, where a drawing says none (CSS `medium`). */
export const usualSize = 16

/** The width of a letter, in font sizes, on average: it says where a text ends, since fonts are not read. */
export const letterWidth = 0.5

/** Baselines this close, in font sizes, are one row. */
export const sameRow = 0.4

/** Texts of a row with a smaller gap, in font sizes, go on with each other; wider apart they are labels of their own. */
export const joinedGap = 0.7

/** Parts of one text with a smaller gap, in font sizes, are parts of one word. */
export const wordGap = 0.12

/** Elements that are looked at; a drawing with more is data. */
export const maxElements = 500_000

/** Copies within copies, copies in all, and characters in them. */
export const maxCopies = { depth: 6, count: 20_000, characters: 1_000_000 }
