/** A parsed section of a number format (ISO/IEC 29500-1, 18.8.31). */
export type Section = {
  readonly tokens: readonly FormatToken[]
  readonly isDate: boolean
  readonly condition: ((value: number) => boolean) | null
}

export type FormatToken =
  | { readonly kind: 'literal'; readonly text: string }
  /** A run of one letter of a date, or of elapsed time: `yyyy`, `[h]`. */
  | { readonly kind: 'date'; readonly text: string }
  /** Places of digits, with the point and the separators among them. */
  | { readonly kind: 'digits'; readonly text: string }
  | { readonly kind: 'percent' | 'text' | 'general' }

const grammar =
  /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]|(general)|(am\/pm|a\/p)|(y+|m+|d+|h+|s+(?:\.0+)?|e+(?![+-]))|((?:[0#?]+\s+)?[0#?]+\s*\/\s*[0#?\d]+|[0#?][0#?.,]*(?:e[+-]0+)?|\.[0#?]+)|(%)|(@)|(.)/gis

/** The sections of a format code; there is at least one. */
export const readFormatCode = (code: string): Section[] => splitSections(code).map(readSection)

const readSection = (source: string): Section => {
  const tokens: FormatToken[] = []
  let condition: Section['condition'] = null
  for (const match of source.matchAll(grammar)) {
    const [whole, quoted, escaped, bracket, general, halves, date, digits, percent, at, other] = match
    if (bracket !== undefined) {
      condition ??= conditionOf(bracket)
      if (/^[hms]+$/i.test(bracket)) tokens.push({ kind: 'date', text: whole.toLowerCase() })
      const currency = /^\$([^-]*)/.exec(bracket)?.[1] ?? ''
      if (currency !== '') tokens.push({ kind: 'literal', text: currency })
    } else if (general !== undefined) tokens.push({ kind: 'general' })
    else if (date !== undefined || halves !== undefined) tokens.push({ kind: 'date', text: whole.toLowerCase() })
    else if (digits !== undefined) tokens.push({ kind: 'digits', text: digits })
    else if (percent !== undefined) tokens.push({ kind: 'percent' })
    else if (at !== undefined) tokens.push({ kind: 'text' })
    else {
      const text = quoted ?? escaped ?? other ?? ''
      if (text !== '') tokens.push({ kind: 'literal', text })
    }
  }
  return { tokens, isDate: tokens.some(({ kind }) => kind === 'date'), condition }
}

const conditionOf = (bracket: string): Section['condition'] => {
  const [, operator = '', number = ''] = /^(<=|>=|<>|<|>|=)(-?[\d.]+)$/.exec(bracket) ?? []
  const limit = Number(number)
  const conditions: Readonly<Record<string, (value: number) => boolean>> = {
    '<': (value) => value < limit,
    '<=': (value) => value <= limit,
    '>': (value) => value > limit,
    '>=': (value) => value >= limit,
    '=': (value) => value === limit,
    '<>': (value) => value !== limit,
  }
  return conditions[operator] ?? null
}

/** Splits at semicolons that are neither quoted nor escaped. */
const splitSections = (code: string): string[] => {
  const sections = ['']
  for (const [part] of code.matchAll(/"[^"]*"?|\\.|\[[^\]]*\]|;|[^"\\[;]+|./gs))
    if (part === ';') sections.push('')
    else sections.push((sections.pop() ?? '') + part)
  return sections
}
