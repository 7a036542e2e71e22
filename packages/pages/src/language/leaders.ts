/**
 * Tells whether a word is dots or a line that lead from a text to what belongs to it at the end of the line.
 * @example isLeader('......') // true
 */
export const isLeader = (word: string): boolean => /^(?:[.·…_]\s?){3,}$/u.test(word)

/**
 * Tells whether a word may be a part of a leader whose dots are set apart.
 * @example isPartOfLeader('.') // true
 */
export const isPartOfLeader = (word: string): boolean => /^[.·…_]+$/u.test(word)
