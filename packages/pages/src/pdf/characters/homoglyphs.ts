import { itemAt } from '@polyparse/document/items'
import type { Character } from '../../pdfium/character.ts'
import { homoglyphs as parameters } from './parameters.ts'

/*
 * Letters that look like Latin ones and have other codes, which no reader sees and no search finds. Within a word of Latin letters
 * they are taken for what they look like, and on a page without another letter of their script in whole words too.
 */

/** Cyrillic and Greek letters with the Latin ones that they cannot be told from. */
const lookalikes = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухһԁԛԝ', 'ABESIJKMHOPCTYXQWaesijopcyxhdqw'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'ABEZHIKMNOPTYXo'],
  ].flatMap(([others = '', latin = '']) => Array.from(others, (other, index) => [other, latin.charAt(index)] as const)),
)

export type Restored = { readonly characters: readonly Character[]; readonly isChanged: boolean }

/** The characters of a page with Latin letters in place of those that only look like them. */
export const withoutHomoglyphs = (characters: readonly Character[]): Restored => {
  const suspects = characters.some(({ text }) => lookalikes.has(text))
  if (!suspects) return { characters, isChanged: false }
  const scripts = countScripts(characters)
  if (scripts.latin < parameters.minLatin || scripts.lookalike > scripts.latin) return { characters, isChanged: false }
  const isForeign = scripts.other === 0
  const restored = [...characters]
  let isChanged = false
  for (let start = 0; start < characters.length;) {
    const end = endOfWord(characters, start)
    const word = characters.slice(start, end)
    if (isLatinInDisguise(word, isForeign))
      for (let index = start; index < end; index += 1) {
        const character = itemAt(characters, index)
        const latin = lookalikes.get(character.text)
        if (latin === undefined) continue
        restored[index] = { ...character, text: latin }
        isChanged = true
      }
    start = Math.max(end, start + 1)
  }
  return isChanged ? { characters: restored, isChanged } : { characters, isChanged }
}

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

const countScripts = (characters: readonly Character[]) => {
  let [latin, lookalike, other] = [0, 0, 0]
  for (const { text } of characters) {
    if (lookalikes.has(text)) lookalike += 1
    else if (isLatin(text)) latin += 1
    else if (/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) other += 1
  }
  return { latin, lookalike, other }
}

const endOfWord = (characters: readonly Character[], start: number): number => {
  let end = start
  while (end < characters.length && /\p{L}/u.test(itemAt(characters, end).text)) end += 1
  return end
}

const isLatinInDisguise = (word: readonly Character[], isForeign: boolean): boolean => {
  const disguised = word.filter(({ text }) => lookalikes.has(text)).length
  const latin = word.filter(({ text }) => isLatin(text)).length
  if (disguised === 0 || disguised + latin < word.length) return false
  // Single Greek letters are signs of formulas.
  return latin > 0 || (isForeign && (word.length > 1 || word.some(({ text }) => /\p{Script=Cyrillic}/u.test(text))))
}
