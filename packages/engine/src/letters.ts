/**
 * Returns the letters and figures of a text in small letters, in which the same title is set in any way: with other spaces, other
 * punctuation or capitals.
 * @example lettersAndFiguresOf('What  we “did”, in 2024') // 'whatwedidin2024'
 */
export const lettersAndFiguresOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
