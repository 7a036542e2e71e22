/** The number formats by code (MS-OSHARED 2.2.1.3, and `\levelnfc` of RTF), by their names in Office Open XML. */
const numberFormatsByCode: Readonly<Record<number, string>> = {
  0: 'decimal',
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  5: 'ordinal',
  22: 'decimalZero',
  23: 'bullet',
  255: 'none',
}

/**
 * The name of a number format; numbers of any other are printed as digits.
 * @example numberFormat(2) // 'lowerRoman'
 */
export const numberFormat = (code: number): string => numberFormatsByCode[code] ?? 'decimal'
