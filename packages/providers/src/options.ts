export type OptionValues = Readonly<Record<string, unknown>>

/**
 * Options merged over the defaults that they replace; in nested objects too.
 * @example withOptions({ ocr: { lang: 'en', dpi: 200 } }, { ocr: { dpi: 300 } }) // { ocr: { lang: 'en', dpi: 300 } }
 */
export const withOptions = (base: OptionValues, over: OptionValues): OptionValues => {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined
    merged[name] = isOptions(before) && isOptions(value) ? withOptions(before, value) : value
  }
  return merged
}

/**
 * @example isOptions({ dpi: 300 }) // true
 */
export const isOptions = (value: unknown): value is OptionValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
