import { enumeratorOf } from './enumerators.ts'

/*
 * Texts that cannot be headings, however large they are set.
 */

/** A text of as many words is a sentence if a full stop ends it, and two sentences if one is inside. */
const minWordsOfSentence = 5
const minWordsOfTwo = 8

/** A full stop after a word, not after an abbreviation or an initial. */
const fullStop = /\p{L}{3,}[.!…]["”’)]*$/u
const innerStop = /\p{Ll}{3,}[.!]["”’)]*\s+["“‘(]*\p{Lu}/u

/**
 * Tells whether a text is a sentence or several, as in a quotation set large: `It is so.` is too short to tell.
 * @example isProse('The company was founded in the year of the flood.') // true
 */
export const isProse = (text: string): boolean => {
  const words = text.split(/\s+/).length
  return (words >= minWordsOfSentence && fullStop.test(text)) || (words >= minWordsOfTwo && innerStop.test(text))
}

/**
 * Tells whether a text is a bare answer in a form, such as `N/A` or `none`.
 * @example isAnswerText('N/A') // true
 */
export const isAnswerText = (text: string): boolean => /^\W*(?:n\s?\/\s?a|n\.\s?a\.|none|nil|yes|no)\W*$/i.test(text)

/**
 * Tells whether a text has an address of electronic mail, or is an address of the web.
 * @example isAddress('jane@example.com') // true
 */
export const isAddress = (text: string): boolean =>
  /[^\s@]@[^\s@]+\.\p{L}/u.test(text) || /^\s*(?:https?:\/\/|www\.)\S+\s*$/iu.test(text)

/** Tells whether a text is a figure with its unit, or a date: after a section's number, it has more digits than letters. */
export const isQuantity = (text: string): boolean => {
  const rest = text.slice(enumeratorOf(text)?.text.length ?? 0)
  const count = (pattern: RegExp): number => rest.match(pattern)?.length ?? 0
  return count(/\p{N}/gu) >= count(/\p{L}/gu)
}

/**
 * Tells whether a text is an equation: two sides and no word.
 * @example isEquation('a = b + c') // true
 */
export const isEquation = (text: string): boolean => /[=≠≈≡≤≥<>]/u.test(text) && !/\p{L}{3}/u.test(text)

/**
 * Tells whether a text has a box to tick.
 * @example isChoice('☐ Yes') // true
 */
export const isChoice = (text: string): boolean => /[☐☑]/u.test(text)

const institutions =
  'universit|institut|department|dept\\b|faculty|laborator|college|hochschule|fakultät|école|faculté|facultad|dipartimento|faculdade|research|gmbh\\b|inc\\.|ltd\\b|corporation'
const institution = new RegExp(institutions, 'iu')
/** Marks that lead from an author to a note or an affiliation. */
const noteMark = /\p{L}[\s,]?[*∗†‡§¶∥]|\p{L}\d(?:,\d)*(?:\s|,|$)|^[*∗†‡§¶∥]/u

/**
 * Tells whether a text below a title names authors or institutions, has marks that lead to them, or has several names.
 * @example isAffiliation('University of Oslo') // true
 */
export const isAffiliation = (text: string): boolean =>
  institution.test(text) || noteMark.test(text) || isAddress(text) || areNames(text)

/** Tells whether there are two or more names of capitalised words: `Jane Doe, John Q. Public and Ann Other`. */
const areNames = (text: string): boolean => {
  const names = text.split(/\s*[,;]\s*|\s+(?:and|und|et|y|e|en|&)\s+/u).filter((name) => name !== '')
  return (
    names.length > 1 &&
    names.every((name) => /^\p{Lu}[\p{L}.’'-]*(?:\s+(?:\p{Lu}[\p{L}.’'-]*|de|van|von|der|di|da|la)){1,4}$/u.test(name))
  )
}
