/** The colours of Word's marker by their names (ISO/IEC 29500-1, 17.18.40), in the order of their numbers (MS-DOC 2.9.119) from 1. */
export const highlightColors: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['blue', '#0000ff'],
  ['cyan', '#00ffff'],
  ['green', '#00ff00'],
  ['magenta', '#ff00ff'],
  ['red', '#ff0000'],
  ['yellow', '#ffff00'],
  ['white', '#ffffff'],
  ['darkblue', '#000080'],
  ['darkcyan', '#008080'],
  ['darkgreen', '#008000'],
  ['darkmagenta', '#800080'],
  ['darkred', '#800000'],
  ['darkyellow', '#808000'],
  ['darkgray', '#808080'],
  ['lightgray', '#c0c0c0'],
])

const byNumber = [...highlightColors.values()]

/**
 * The colour of Word's marker by its number; undefined for none.
 * @example highlightOfNumber(7) // '#ffff00'
 */
export const highlightOfNumber = (number: number): string | undefined => byNumber[number - 1]
