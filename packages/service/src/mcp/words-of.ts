/**
 * The words of a text in lower case. Scripts that set no spaces between words are divided into pairs of characters, as is
 * usual in search: which of them are words cannot be seen, and those of a query are in the text all the same. The last
 * character of a run is one by itself.
 * @example queryWords('Annual report 2025') // ['annual', 'report', '2025']
 */
export const queryWords = (text: string): string[] => {
  const words: string[] = text.normalize('NFKC').toLowerCase().match(word) ?? []
  return words.flatMap((each) => (unspacedScriptPattern.test(each) ? pairsOfCharacters(Array.from(each)) : [each]))
}

const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const unspacedCharacters = unspacedScripts.map((script) => `\\p{Script=${script}}`).join('')
const unspacedScriptPattern = new RegExp(`^[${unspacedCharacters}]`, 'u')
const word = new RegExp(`[${unspacedCharacters}ー]+|(?:(?![${unspacedCharacters}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')

const pairsOfCharacters = (characters: readonly string[]): string[] =>
  characters.map((character, index) => character + (characters[index + 1] ?? ''))
