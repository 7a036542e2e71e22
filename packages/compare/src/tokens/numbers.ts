const decimal = (whole: string, fraction: string): string => {
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  const kept = fraction.slice(0, end)
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * One spelling for a number as printed: groups of thousands closed up, a decimal point, no zeros after its last figure,
 * a plain minus sign. `1,234.50` and `1 234,5` are both `1234.5`. What only looks like a number (2.1.3, 14:30) stays.
 *
 * A single comma before three figures divides thousands; of a single point nobody can tell, so that `1.500` stays as it is
 * and is neither `1500` nor `1.5`.
 */
export const canonicalNumber = (printed: string): string => {
  const sign = /^[-−–‒]/.test(printed) ? '-' : ''
  const figures = printed.replaceAll(/^[-−–‒+]\s*|['’\s]/g, '')
  const dividers = figures.replaceAll(/[^.,]/g, '')
  const parts = figures.split(/[.,]/)
  if (figures.includes(':')) return sign + figures
  const first = parts[0] ?? ''
  const isGrouped = (groups: readonly string[]): boolean =>
    /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => group.length === 3)
  if (dividers === '') return sign + figures
  if (/^(?:,+|\.{2,})$/.test(dividers) && isGrouped(parts.slice(1))) return sign + parts.join('')
  if (dividers === '.' && isGrouped(parts.slice(1))) return sign + figures
  if (dividers.length === 1) return sign + decimal(first, parts[1] ?? '')
  if (/^(?:,+\.|\.+,)$/.test(dividers) && isGrouped(parts.slice(1, -1)))
    return sign + decimal(parts.slice(0, -1).join(''), parts.at(-1) ?? '')
  return sign + figures
}
