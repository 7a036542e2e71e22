/**
 * Tells whether the database can store a text: it is valid Unicode, without NUL characters.
 * @example isStorable('a\0b') // false
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** The mistake of a text that it cannot store, to follow the name of its field. */
export const notStorable = 'must be Unicode text without NUL characters'
