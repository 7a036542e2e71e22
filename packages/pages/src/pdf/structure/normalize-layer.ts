import { itemAt } from '@polyparse/document/items'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import { plainStyle } from '../../font-style.ts'
import { layers } from './parameters.ts'

/**
 * The invisible text over a scan is set in an arbitrary font, in a size guessed word by word from the image. Its style
 * means nothing, so it gets one style and size; only text much larger or smaller than the rest keeps its size. Signs
 * without a letter or a figure, such as a dash, fit any size and height: they take those of the word before them.
 */
export const normalizeLayer = (characters: readonly Character[]): readonly Character[] => {
  const layered = characters.filter(({ look, box }) => look.hidden && box !== null)
  if (layered.length * 2 <= characters.length) return characters
  const sizes = layered.map(({ look }) => look.size).toSorted((a, b) => a - b)
  const usual = itemAt(sizes, Math.floor(sizes.length / 2))
  const ofWords = new Set(layered.flatMap(({ look, text }) => (/[\p{L}\p{N}]/u.test(text) ? [look] : [])))
  const looks = new Map<CharacterLook, CharacterLook>()
  const even = (look: CharacterLook): CharacterLook => {
    const isUsual =
      !ofWords.has(look) || (look.size > usual * layers.minSizeRatio && look.size < usual * layers.maxSizeRatio)
    const known = looks.get(look) ?? { ...look, style: plainStyle, size: isUsual ? usual : look.size }
    looks.set(look, known)
    return known
  }
  let baseline = -Infinity
  return characters.map((character) => {
    const { origin, box, look } = character
    if (box !== null && ofWords.has(look)) baseline = origin[1]
    const isOnLine = look.direction === 0 && Math.abs(origin[1] - baseline) < usual * layers.maxShift
    return { ...character, look: even(look), origin: isOnLine ? [origin[0], baseline] : origin }
  })
}
