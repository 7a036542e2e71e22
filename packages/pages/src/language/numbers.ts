/**
 * Tells whether a text is a number with its signs, currency, units and marks of notes, or a dash or the like in the
 * place of one.
 * @example isNumericText('(1,234)') // true
 */
export const isNumericText = (text: string): boolean =>
  /^(?:(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|SEK|SGD|USD|ZAR)\s)?[\s$€£¥+\-–—−±<>≤≥~(*]*(?:[\d.,:/%’' ]*\d[\d.,:/%’' ()*+a-ckmtx†‡§–-]*[%€$£]?|n\.?\/?a\.?|[-–—.…*]+|\.\.)[\s)*†‡]*$/iu.test(
    text,
  )

/**
 * Tells whether a text is no number but belongs before one: a currency, an opening bracket, a comparison.
 * @example isSignBeforeNumber('$') // true
 */
export const isSignBeforeNumber = (text: string): boolean => /^(?:[A-Z]{1,3}(?=\p{Sc}))?[\p{Sc}(<>≤≥±~]+$/u.test(text)

/**
 * Tells whether a text is no number but belongs after one: a closing bracket, a per cent.
 * @example isSignAfterNumber('%') // true
 */
export const isSignAfterNumber = (text: string): boolean => /^[%)]+$/u.test(text)
