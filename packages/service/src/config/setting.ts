/** A row of the table of settings. */
export type Setting<Value> = {
  readonly variable: string
  /** What it takes, in words. */
  readonly allowed: string
  /** As it would stand in the environment; '' where there is none. */
  readonly default: string
  readonly help: string
  /** The value of the text, or null when the text is not allowed. */
  readonly parse: (text: string) => Value | null
}

export const integer = (minimum: number, maximum: number) => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  parse: (text: string): number | null => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= minimum && value <= maximum ? value : null
  },
})

export const text = { allowed: 'any text', parse: (value: string): string => value }

export const address = (...protocols: readonly string[]) => ({
  allowed: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  parse: (value: string): string | null =>
    protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : null,
})
