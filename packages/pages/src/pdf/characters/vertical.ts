import { itemAt } from '@polyparse/document/items'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import { vertical as parameters } from './parameters.ts'

/*
 * Japanese and Chinese text may run down, in columns from the right. Its letters are upright, so that only their places tell.
 */

const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30FC\u3000-\u303F\uFE30-\uFE4F\uFF01-\uFFEF]/u

/** The characters, those of a page that is written downwards marked as text that runs down. */
export const withVerticalText = (characters: readonly Character[]): readonly Character[] => {
  const down = new Set<Character>()
  let [vertical, horizontal] = [0, 0]
  let before: Character | null = null
  for (const character of characters) {
    if (character.box === null || character.text.trim() === '') continue
    const step = before === null ? 'other' : stepOfIdeographs(before, character)
    if (before !== null && step === 'down') {
      vertical += 1
      down.add(before).add(character)
    } else if (step === 'right') horizontal += 1
    before = character
  }
  if (vertical < parameters.minSteps || vertical < (vertical + horizontal) * parameters.minShare) return characters
  const looks = new Map<CharacterLook, CharacterLook>()
  return characters.map((character, index) => {
    if (!down.has(character) && !isBetweenDown(characters, index, down)) return character
    const { look } = character
    const turned = looks.get(look) ?? { ...look, direction: 90 as const }
    looks.set(look, turned)
    return { ...character, look: turned }
  })
}

/** Tells whether a space that PDFium put there follows text that runs down. */
const isBetweenDown = (characters: readonly Character[], index: number, down: ReadonlySet<Character>): boolean =>
  index > 0 && itemAt(characters, index).box === null && down.has(itemAt(characters, index - 1))

const stepOfIdeographs = (a: Character, b: Character): 'down' | 'right' | 'other' => {
  if (a.look.direction !== 0 || a.look.slant !== 0 || b.look.direction !== 0 || b.look.slant !== 0) return 'other'
  if (!ideographic.test(a.text) || !ideographic.test(b.text)) return 'other'
  const size = Math.max(a.look.size, 1)
  const [x, y] = [(b.origin[0] - a.origin[0]) / size, (b.origin[1] - a.origin[1]) / size]
  if (Math.abs(x) < parameters.maxShift && y > parameters.minStep && y < parameters.maxStep) return 'down'
  return Math.abs(y) < parameters.maxShift && x > parameters.minStep && x < parameters.maxStep ? 'right' : 'other'
}
