/**
 * Years from 1900 to 2099 in a text, in their order.
 * @example yearsIn('from 2024 to 2025') // [2024, 2025]
 */
export const yearsIn = (text: string): number[] =>
  Array.from(text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g), ([year]) => Number(year))

/**
 * Returns the index of the text with the latest year; null if a text has none, or two have the same.
 * @example latestYearIn(['2024', '2025']) // 1
 */
export const latestYearIn = (texts: readonly string[]): number | null => {
  const years = texts.map((text) => Math.max(...yearsIn(text)))
  if (years.some((year) => !Number.isFinite(year)) || new Set(years).size < years.length) return null
  return years.indexOf(Math.max(...years))
}
