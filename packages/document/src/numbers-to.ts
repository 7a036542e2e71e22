/**
 * All pages of a document by their numbers: 1, 2 and so on, up to the count.
 * @example numbersTo(3) // [1, 2, 3]
 */
export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
