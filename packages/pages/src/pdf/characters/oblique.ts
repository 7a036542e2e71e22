import type { Character, CharacterLook } from '../../pdfium/character.ts'
import { oblique as parameters } from './parameters.ts'

/*
 * Oblique text is not part of the lines of a page: it is a watermark, a stamp, or the labels of a chart. Two kinds of
 * text are not what their letters look like one by one: a page that is turned as a whole, and text that runs along a
 * circle, of which some letters are upright.
 */

/** The characters, those marked as oblique that belong to oblique text. */
export const withObliqueText = (characters: readonly Character[]): readonly Character[] => {
  const drawn = characters.filter(({ box, text }) => box !== null && text.trim() !== '')
  const slanted = drawn.filter(({ look }) => look.slant !== 0)
  if (slanted.length === 0) return characters
  if (slanted.length >= parameters.minTurned && slanted.length > drawn.length / 2 && areAlongOneAnother(slanted))
    return withLooks(characters, new Set(slanted), (look) => ({ ...look, slant: 0 }))
  const curved = lettersOfCurves(drawn)
  return curved.size === 0
    ? characters
    : withLooks(characters, curved, (look) => ({ ...look, slant: parameters.slantOnCurve }))
}

const areAlongOneAnother = (slanted: readonly Character[]): boolean => {
  const sorted = slanted.map(({ look }) => look.slant).toSorted((a, b) => a - b)
  const middle = sorted[sorted.length >> 1] ?? 0
  const along = sorted.filter((slant) => Math.abs(slant - middle) < parameters.turnTolerance)
  return along.length >= sorted.length * parameters.minTurnedShare
}

/** Letters along a side of the page, one or two in a row, beside oblique ones of the same text. */
const lettersOfCurves = (drawn: readonly Character[]): Set<Character> => {
  const found = new Set<Character>()
  let run: Character[] = []
  let isBesideOblique = false
  const endRun = (): void => {
    if (isBesideOblique && run.length <= parameters.maxStraightOnCurve) for (const one of run) found.add(one)
    run = []
  }
  let last: Character | undefined
  for (const character of drawn) {
    const isNear = last !== undefined && areBeside(last, character)
    if (!isNear) {
      endRun()
      isBesideOblique = false
    }
    if (character.look.slant !== 0) {
      isBesideOblique = true
      endRun()
    } else {
      if (run.length === 0) isBesideOblique = isNear && last !== undefined && last.look.slant !== 0
      run.push(character)
    }
    last = character
  }
  endRun()
  return found
}

const areBeside = (a: Character, b: Character): boolean =>
  Math.hypot(a.origin[0] - b.origin[0], a.origin[1] - b.origin[1]) <
  Math.max(a.look.size, b.look.size) * parameters.maxAdvance

const withLooks = (
  characters: readonly Character[],
  changed: ReadonlySet<Character>,
  change: (look: CharacterLook) => CharacterLook,
): readonly Character[] => {
  const looks = new Map<CharacterLook, CharacterLook>()
  const changedLook = (look: CharacterLook): CharacterLook => {
    const known = looks.get(look) ?? change(look)
    looks.set(look, known)
    return known
  }
  return characters.map((character) =>
    changed.has(character) ? { ...character, look: changedLook(character.look) } : character,
  )
}
