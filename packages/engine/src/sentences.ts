/** A full stop or the like, and the quotation marks and brackets that close after it. */
const sentenceEnd = /[.!?:…]["”’)\]]*$/u
/** The same with the number of a footnote after it. If there were a digit before it, both would be a decimal. */
const sentenceEndWithNote = /\p{L}["”’)\]]*[.!?:…]["”’)\]]*\d{1,3}$/u
const paragraphEnd = /[.!?:;…]["”’)\]]*\d*$/u

/**
 * Tells whether a text ends where a sentence or the lead-in of a list does: `It is so.`, `as follows:`, `“Never!”`, `as
 * shown.12`. An amount (`1,392.80`) does not count.
 * @example endsSentence('as follows:') // true
 */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text) || sentenceEndWithNote.test(text)

/**
 * Tells whether a paragraph may end with a text: after a sentence, after a semicolon as items of lists do, or after an amount
 * as lines of values do.
 * @example canEndParagraph('the first item;') // true
 */
export const canEndParagraph = (text: string): boolean => paragraphEnd.test(text)

const smallStart = /^[\p{Ll}(&/–-]/u
/**
 * The endings that the text of a cell cannot have. English alone: the tables on which they were measured are in
 * English.
 */
const openEnd = /(?:[,/&\-–]|\b(?:and|or|of|the|for|in|to|by|with|from|at|a|an))$/iu

/**
 * Tells whether the lower of two lines reads on from the upper: it begins small, or the upper one cannot end where it does.
 * @example readsOn('the cost of', 'the whole year') // true
 */
export const readsOn = (upper: string, lower: string): boolean => smallStart.test(lower) || openEnd.test(upper)
