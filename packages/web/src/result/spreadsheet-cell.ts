/**
 * The text of a cell for a spreadsheet, which takes one that begins with one of `= + - @`, whatever space is before it, for
 * a formula. Such a text gets an apostrophe before it, unless it is a number or a lone sign.
 * @example asCellText('=1+1') // '\'=1+1'
 */
export const asCellText = (cell: string): string =>
  /^(?:[\t\r\n]|\s*[=+\-@])/.test(cell) && !isHarmless(cell.trim()) ? `'${cell}` : cell

const isHarmless = (cell: string): boolean =>
  /^[+-]?(?:\p{Sc}\s?)?(?:\d[\d.,'\u00A0\u202F ]*)?(?:\s?[%\p{Sc}])?$/u.test(cell)
