import { frequentCharacters, latinAlphabets, letterOrders, vowels } from './languages.ts'

/**
 * Returns how much a text looks like one that somebody has written, by its characters beyond ASCII: 1 where all of them are
 * letters of one language in words, 0 where none is. `count` is the number of those characters.
 * @example plausibilityOfText('über') // { score: 1, count: 1 }
 */
export const plausibilityOfText = (text: string): { readonly score: number; readonly count: number } => {
  const latin = new Map<string, number>()
  let [sum, count, latinCount] = [0, 0, 0]
  for (const { character, before, after } of charactersBeyondAscii(text)) {
    count += 1
    if (!/[\p{L}\p{M}]/u.test(character) || character === 'µ') sum += plausibilityOfSign(character, before, after)
    else if (isCapitalWithinWord(character, before)) sum += 0
    else if (/\p{Script=Latin}/u.test(character)) {
      latinCount += 1
      if (isOtherScript(before) || isOtherScript(after)) continue
      const lower = letterOf(character, after)
      latin.set(lower, (latin.get(lower) ?? 0) + 1)
    } else sum += plausibilityOfLetter(character, before, after)
  }
  const covered = latinCount === 0 ? 0 : coverageOfLanguage(latin) * inWords(text)
  return { score: count === 0 ? 1 : Math.max(0, (sum * withVowels(text) + covered) / count), count }
}

type CharacterInText = { readonly character: string; readonly before: string; readonly after: string }

const charactersBeyondAscii = function* (text: string): Generator<CharacterInText> {
  let before = ''
  let open: { character: string; before: string } | null = null
  for (const character of text) {
    if (open !== null) yield { ...open, after: character }
    open = character > '\u007F' ? { character, before } : null
    before = character
  }
  if (open !== null) yield { ...open, after: '' }
}

/** A letter as the alphabets have it. */
const letterOf = (character: string, after: string): string => {
  const lower = character === 'İ' ? character : character.toLowerCase()
  const isAnywhere =
    (lower === 'õ' && !/e/i.test(after)) ||
    (lower === 'ç' && /\p{L}/u.test(after) && !/^[aou]/i.test(after.normalize('NFD')))
  return isAnywhere ? `${lower}*` : lower
}

const isCapitalWithinWord = (character: string, before: string): boolean =>
  /\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)

/** Returns how many of the letters the language has that has most of them. */
const coverageOfLanguage = (letters: ReadonlyMap<string, number>): number =>
  latinAlphabets.reduce((most, alphabet) => {
    let covered = 0
    for (const [letter, times] of letters) if (alphabet.includes(letter)) covered += times
    return isIcelandicWithoutVowels(alphabet, letters) ? most : Math.max(most, covered)
  }, 0)

/** Turkish in a Western charset has letters of Icelandic, but none of its vowels. */
const isIcelandicWithoutVowels = (alphabet: string, letters: ReadonlyMap<string, number>): boolean => {
  const count = (some: readonly string[]): number => some.reduce((sum, letter) => sum + (letters.get(letter) ?? 0), 0)
  const looksTurkish = letters.has('ý') && count(['ý', 'þ', 'ð']) >= 3
  return alphabet.includes('þ') && looksTurkish && count(['á', 'é', 'í', 'ó', 'ú', 'æ']) === 0
}

/** Words in Latin script that have no ASCII letter are short. */
const inWords = (text: string): number => {
  let [long, all] = [0, 0]
  for (const [word] of text.matchAll(/[\p{Script=Latin}\p{M}]{2,60}/gu)) {
    const beyond = word.replaceAll(/[\0-\u007F]/g, '').length
    if (beyond === 0) continue
    all += 1
    if (beyond >= 3 && beyond / word.length > 0.75 && !/^[äöüß]+$/i.test(word)) long += 1
  }
  return all === 0 ? 1 : 1 - long / all
}

/** The share of the words of an alphabet with vowels in them. */
const withVowels = (text: string): number => {
  let [voiced, all] = [0, 0]
  for (const [word] of text.matchAll(/[\p{Script=Cyrillic}\p{Script=Greek}]{4,60}/gu)) {
    all += 1
    if (vowels.test(word)) voiced += 1
  }
  return all === 0 ? 1 : voiced / all
}

const plausibilityOfLetter = (character: string, before: string, after: string): number => {
  if (/\p{Script=Latin}/u.test(before) || /\p{Script=Latin}/u.test(after))
    return isIdeographic(character) ? frequencyOf(character) : 0
  if (/\p{M}/u.test(character) && !/[\p{L}\p{M}]/u.test(before)) return 0
  if (/[ןםךףץς]/.test(character) && /\p{L}/u.test(after)) return 0
  const capitals = /\p{Lu}/u.test(character) && /\p{Lu}/u.test(before) ? 0.93 : 1
  return isIdeographic(character) ? frequencyOf(character) : capitals * frequencyInAlphabet(character.toLowerCase())
}

/** Tells whether a character is of an alphabet that has no Latin letters in its words. */
const isOtherScript = (character: string): boolean =>
  /\p{L}/u.test(character) && !/[\p{Script=Latin}\p{Script=Common}]/u.test(character) && !isIdeographic(character)

const isIdeographic = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)

const frequencyInAlphabet = (letter: string): number => {
  for (const order of letterOrders) {
    const at = order.indexOf(letter)
    if (at !== -1) return 1 - at / order.length / 1.1
  }
  return 0.2
}

const frequentIdeographs = new Set(Object.values(frequentCharacters).join(''))

const frequencyOf = (character: string): number => {
  if (/[\uFF61-\uFF9F]/.test(character)) return 0.3
  if (/[\u3040-\u30FF]/.test(character)) return 1
  return frequentIdeographs.has(character) ? 1 : 0.5
}

/** Signs that text has, and where: quotes at the ends of words, degrees and fractions behind numbers. */
const plausibilityOfSign = (character: string, before: string, after: string): number => {
  const letterBefore = /\p{L}/u.test(before)
  const letterAfter = /\p{L}/u.test(after)
  if (/[\u0080-\u009F\uFFFD\p{Co}\p{Cn}]/u.test(character)) return -1
  if (/[^\0-\u007F\u00A0\p{L}\p{M}\p{Po}\p{Ps}\p{Pe}]/u.test(before + after)) return 0.2
  if (character === '\u00AD') return letterBefore && letterAfter ? 0.9 : 0.1
  if (/[\u00A0\u3000-\u3002\uFF01-\uFF0F\uFF1A-\uFF1F\u300C-\u3011\u30FB\uFF10-\uFF19]/.test(character)) return 0.9
  if (/[“‘„‚«‹¿¡]/.test(character)) return letterBefore ? (character === '‘' ? 0.5 : 0) : 0.9
  if (/[”’»›]/.test(character)) return letterBefore || !letterAfter ? 0.9 : character === '’' ? 0.5 : 0
  if (/[–—…•]/.test(character)) return /[\p{Ll}\p{So}\p{Sk}\p{No}]/u.test(after) ? 0.2 : 0.9
  if (character === '£') return letterBefore || letterAfter ? 0 : 0.9
  if (/[€§©®™°·†‡‰×µ]/.test(character)) return letterBefore && letterAfter ? 0 : 0.9
  if (/[²³]/.test(character)) return /[mt]/.test(before) && !letterAfter ? 0.9 : 0.1
  if (/[¼½¾¹÷±]/.test(character)) return letterBefore || letterAfter ? 0.1 : 0.8
  return 0.1
}
