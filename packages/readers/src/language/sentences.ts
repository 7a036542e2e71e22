/** A full stop and its like, after which quotation marks and brackets close and the number of a footnote may follow. */
const sentenceEnd = /[.!?:;…]["”’)\]]*\d*$/u

/**
 * Whether a text ends where a sentence, a clause or the lead-in of a list does: `It is so.`, `as follows:`,
 * `“Never!”`, `as shown.12`.
 */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text)

const smallStart = /^[\p{Ll}(&/–-]/u
/** What a phrase of a cell does not end with. English alone: the tables it was measured on are in English. */
const openEnd = /(?:[,/&\-–]|\b(?:and|or|of|the|for|in|to|by|with|from|at|a|an))$/iu

/**
 * Whether the lower of two lines reads on from the upper: it begins small, or the upper one cannot end where it does.
 */
export const readsOn = (upper: string, lower: string): boolean => smallStart.test(lower) || openEnd.test(upper)
