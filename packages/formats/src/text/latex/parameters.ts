/*
 * Bounds on LaTeX, which is a programming language: what is within them is far more than documents have (a book of 600
 * pages in one file: 1.5 MB, groups 12 deep), and what is beyond them is made to be slow.
 */

/** Groups and environments within each other; deeper ones count as part of the deepest. */
export const maxLatexDepth = 200

/** Characters that all macros together may expand to. */
export const maxExpanded = 1_000_000

/** Macros that are being expanded at once. */
export const maxNestedMacros = 50

/** Characters in search of the end of an argument that has none, in all; then arguments count as missing. */
export const maxVainSearch = 2_000_000

/** Characters of an argument that is not text, such as an address, a length or a definition. */
export const maxArgument = 20_000
