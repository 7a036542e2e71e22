/**
 * A number without a format: integers as they are, others with eleven digits or, where these would not be enough for what is
 * before the point, with all fifteen that a cell holds; very large and small ones with an exponent.
 * @example generalNumber(0.1 + 0.2) // '0.3'
 */
export const generalNumber = (value: number): string => {
  const digits = Math.abs(value) < 1e11 ? 11 : 15
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(digits))
  const size = Math.abs(rounded)
  if (size !== 0 && (size >= 1e15 || size < 1e-9)) return rounded.toExponential().toUpperCase()
  const text = String(rounded)
  return text.includes('e') ? rounded.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
