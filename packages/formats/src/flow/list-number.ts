import type { Block, NumberStyle } from '@polyparse/document'

/**
 * The place of an item in an ordered list, by its marker as printed, in a number format of Word, OpenDocument or HTML;
 * nothing where the marker is more than the number or the format has no such style.
 * @example numberingOf('b)', 2, 'lowerLetter') // { numbering: { style: 'lower_letter', value: 2 } }
 */
export const numberingOf = (marker: string, value: number, format: string): Pick<Block, 'numbering'> => {
  const style = numberStyles[format]
  const number = formatListNumber(value, format)
  const isAlone = marker.replace(/^\(/, '').replace(/[.)]$/, '') === number
  return style !== undefined && isAlone && value >= 0 ? { numbering: { style, value } } : {}
}

const numberStyles: Readonly<Record<string, NumberStyle>> = {
  decimal: 'decimal',
  1: 'decimal',
  lowerLetter: 'lower_letter',
  a: 'lower_letter',
  upperLetter: 'upper_letter',
  A: 'upper_letter',
  lowerRoman: 'lower_roman',
  i: 'lower_roman',
  upperRoman: 'upper_roman',
  I: 'upper_roman',
}

/**
 * A list number as a number format of Word, OpenDocument or HTML prints it; an unknown format prints digits.
 * @example formatListNumber(4, 'i') // 'iv'
 */
export const formatListNumber = (value: number, format: string): string => (listNumberFormats[format] ?? String)(value)

const lettersOfListNumber = (value: number): string => {
  if (value < 1) return String(value)
  // Word continues with aa, bb, cc …
  const letter = String.fromCharCode(97 + ((value - 1) % 26))
  return letter.repeat(Math.min(Math.ceil(value / 26), 100))
}

/** Roman numerals and what they mean, the greatest first. */
export const numerals: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

const roman = (value: number): string => {
  if (value < 1 || value > 3999) return String(value)
  let left = value
  return numerals.reduce((text, [size, numeral]) => {
    const times = Math.floor(left / size)
    left -= times * size
    return text + numeral.repeat(times)
  }, '')
}

/** 1st, 2nd, 3rd, 4th, 11th … */
const ordinal = (value: number): string => {
  const isTeen = value % 100 >= 11 && value % 100 <= 13
  return `${value}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`
}

const listNumberFormats: Readonly<Record<string, (value: number) => string>> = {
  lowerLetter: lettersOfListNumber,
  upperLetter: (value) => lettersOfListNumber(value).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (value) => roman(value).toUpperCase(),
  decimalZero: (value) => String(value).padStart(2, '0'),
  ordinal,
  decimalEnclosedParen: (value) => `(${value})`,
  decimalEnclosedFullstop: (value) => `${value}.`,
  numberInDash: (value) => `- ${value} -`,
  none: () => '',
  a: lettersOfListNumber,
  A: (value) => lettersOfListNumber(value).toUpperCase(),
  i: roman,
  I: (value) => roman(value).toUpperCase(),
}
