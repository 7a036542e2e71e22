/** The letters in which a style shows text that is written in others. */
export type LetterCase = 'capitals' | 'small' | 'initials' | 'as written'

/**
 * Text in the letters that a style shows it in, as its language has them: Turkish has a capital of its own for `i`.
 * @example textInCase('istanbul', 'capitals', 'tr') // 'İSTANBUL'
 */
export const textInCase = (text: string, letterCase: LetterCase | undefined, language?: string | null): string => {
  if (letterCase === undefined || letterCase === 'as written') return text
  const locale = localeOf(language)
  if (letterCase === 'small') return text.toLocaleLowerCase(locale)
  if (letterCase === 'capitals') return text.toLocaleUpperCase(locale)
  return text.replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase(locale))
}

/**
 * The letters by the names that OpenDocument and style sheets of HTML have for them.
 * @example letterCaseOfTransform('uppercase') // 'capitals'
 */
export const letterCaseOfTransform = (transform: string): LetterCase => {
  if (transform === 'uppercase') return 'capitals'
  if (transform === 'lowercase') return 'small'
  return transform === 'capitalize' ? 'initials' : 'as written'
}

/**
 * The languages with letters of their own, by the numbers that Word has for them (MS-LCID); all others have the same.
 * @example languageOfLetters(1055) // 'tr'
 */
export const languageOfLetters = (lcid: number): string | null => languagesByLcid.get(lcid) ?? null

const languagesByLcid: ReadonlyMap<number, string> = new Map([
  [0x041f, 'tr'],
  [0x042c, 'az'],
  [0x0427, 'lt'],
])

/** That of the machine must not matter. */
const localeOf = (language: string | null | undefined): string =>
  typeof language === 'string' && /^[a-z]{2,3}(?:-[A-Za-z]{2})?$/.test(language) ? language : 'en'
