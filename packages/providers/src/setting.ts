/** One setting: everything about it, written once. Its type, its reader and its documentation come from this. */
export type Setting<Value = unknown> = {
  readonly variable: string
  /** The values that it accepts, in words that follow "must be". */
  readonly allowed: string
  /** The default as it would be written in the environment; '' when there is none. */
  readonly default: string
  readonly help: string
  /** Returns null when the text is not allowed. */
  readonly parse: (text: string) => Value | null
  /** The value of an absent setting without a default, if that is not null. */
  readonly absent?: unknown
}

export type SettingTable = Readonly<Record<string, Setting>>

/** The type of a setting's value: null is possible only when the setting has neither a default nor an `absent` value. */
export type SettingValue<Entry extends Setting> =
  | NonNullable<ReturnType<Entry['parse']>>
  | (Entry extends { readonly absent: infer Absent } ? Absent : '' extends Entry['default'] ? null : never)

export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]: SettingValue<Table[Name]>
}

/** One mistake in the environment: the variable, and what it must be. */
export type SettingMistake = { readonly variable: string; readonly message: string }

/** An empty variable counts as absent. */
const textOfSetting = ({ variable, default: text }: Setting, environment: NodeJS.ProcessEnv): string =>
  environment[variable]?.trim() || text

export const mistakesIn = (settings: readonly Setting[], environment: NodeJS.ProcessEnv): SettingMistake[] =>
  settings.flatMap((setting) => {
    const text = textOfSetting(setting, environment)
    return text === '' || setting.parse(text) !== null
      ? []
      : [{ variable: setting.variable, message: `must be ${setting.allowed}` }]
  })

/** The values of a table of settings under the names of its entries, for an environment without mistakes. */
export function readValues<Table extends SettingTable>(
  table: Table,
  environment: NodeJS.ProcessEnv,
): SettingValues<Table>
export function readValues(table: SettingTable, environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const values = Object.entries(table).map(([name, setting]) => {
    const text = textOfSetting(setting, environment)
    return [name, text === '' ? (setting.absent ?? null) : setting.parse(text)] as const
  })
  return Object.fromEntries(values)
}

export const integerSetting = (minimum: number, maximum: number) => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  parse: (text: string): number | null => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= minimum && value <= maximum ? value : null
  },
})

export const textSetting = { allowed: 'any text', parse: (value: string): string => value }

/** A URL, without its trailing slashes. */
export const address = (...protocols: readonly string[]) => ({
  allowed: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  parse: (value: string): string | null =>
    protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : null,
})

/** One of a few words. */
export const choice = <Word extends string>(...words: readonly Word[]) => ({
  allowed: words
    .map((word) => `\`${word}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  parse: (value: string): Word | null => words.find((word) => word === value) ?? null,
})

/** Settings that are wrong: all of them, not only the first. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly mistakes: readonly SettingMistake[]

  constructor(mistakes: readonly SettingMistake[], options?: ErrorOptions) {
    super(mistakes.map(({ variable, message }) => `${variable} ${message}`).join('\n'), options)
    this.mistakes = mistakes
  }
}
