import type { Character, CharacterLook } from '../pdfium/character.ts'
import { plainStyle } from '../../font-style.ts'
import { layers } from './parameters.ts'

/**
 * The invisible text over a scan is set in an arbitrary font, in a size guessed word by word from the image. Its style
 * means nothing, so it gets one style and size; only text much larger or smaller than the rest keeps its size.
 */
export const normalizeLayer = (characters: readonly Character[]): readonly Character[] => {
  const layered = characters.filter(({ look, box }) => look.hidden && box !== null)
  if (layered.length * 2 <= characters.length) return characters
  const sizes = layered.map(({ look }) => look.size).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 1
  const looks = new Map<CharacterLook, CharacterLook>()
  const even = (look: CharacterLook): CharacterLook => {
    const isUsual = look.size > usual * layers.minSizeRatio && look.size < usual * layers.maxSizeRatio
    const known = looks.get(look) ?? { ...look, style: plainStyle, size: isUsual ? usual : look.size }
    looks.set(look, known)
    return known
  }
  return characters.map((character) => ({ ...character, look: even(character.look) }))
}
