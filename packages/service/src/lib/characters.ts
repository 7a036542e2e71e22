/**
 * Counts how many characters a text has: code points, so that a letter beyond the first 65,536 is one.
 * @example countCodePoints('a😀') // 2
 */
export const countCodePoints = (text: string): number => {
  let count = 0
  for (let index = 0; index < text.length; count += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
  return count
}
