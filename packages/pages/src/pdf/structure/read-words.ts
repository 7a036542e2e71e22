import { type Box, centre, holds } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import { isRightToLeft } from '../../language/direction.ts'
import { isBoxCharacter } from '../../language/tick-signs.ts'
import type { ContentWord } from '../../layout/page-content.ts'
import { createBands } from '../../paged/bands.ts'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import { isPictorial } from '../../pdfium/fonts.ts'
import type { PageLink } from '../../pdfium/pdfium-links.ts'
import { type DividedWord, joinLetterspaced } from './letterspaced.ts'
import { asPictured } from './pictorial-fonts.ts'
import { structureWordParameters as parameters } from './parameters.ts'

/** Words of characters that run to the right. A space, a gap, a step off the line or a change of style ends a word. */
export const readPdfWords = (characters: readonly Character[], links: readonly PageLink[]): ContentWord[] => {
  const linked = createBands(links)
  const divided: DividedWord[] = []
  let current: Character[] = []
  let spaceBefore = true
  let isSpaceDrawn = true
  const end = (): void => {
    const word = makeWord(current, spaceBefore)
    if (word !== null) {
      const link = linked.under(word.box)
      // Links are drawn higher than their line and touch the words above and below it.
      const isLinked = link !== null && holds(link.box, centre(word.box))
      const drawn = isSpaceDrawn ? { isSpaceDrawn } : {}
      const linkedWord: ContentWord = { ...word, href: isLinked ? link.href : null, ...drawn }
      divided.push({ word: linkedWord, isAfterSpace: isSpaceDrawn, letterGap: letterGapOf(current) })
      spaceBefore = false
      isSpaceDrawn = false
    }
    current = []
  }
  for (const character of characters) {
    const { text, box, look } = character
    const isSpace = startsWithSpace(text)
    if (box === null || (isSpace && text.trim() === '') || text === '' || isBlank(character)) {
      end()
      if (box === null || isSpace) spaceBefore = true
      if (box !== null && isSpace && isWide(box, look)) isSpaceDrawn = true
      continue
    }
    if (isBox(character)) {
      // It may be drawn under the mark that ticks it, and its label may follow without a space.
      end()
      current = [character]
      end()
      continue
    }
    const before = current.at(-1)
    if (before !== undefined) {
      const step = stepBetween(before, character)
      if (step !== 'none' || !isSameCharacterLook(before.look, look)) end()
      if (step === 'gap') spaceBefore = true
    } else if (!spaceBefore) {
      const last = divided.at(-1)?.word
      if (last !== undefined && isCharacterApart(last, character)) spaceBefore = true
    }
    current.push(character)
  }
  end()
  return joinLetterspaced(divided)
}

/** Tells whether a space is as wide as one, and no trick of a font. */
const isWide = ([left, , right]: Box, { size }: CharacterLook): boolean => right - left > size * parameters.minSpace

/** Asked of every character, most of which are of ASCII. */
const startsWithSpace = (text: string): boolean => {
  const code = text.charCodeAt(0)
  return code < 0x7f ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /^\s/u.test(text)
}

const isBox = (character: Character): boolean => {
  const text = asPictured(character)
  // No box is of ASCII.
  return text.charCodeAt(0) > 0x7f && isBoxCharacter(text)
}

/**
 * Tells whether nothing is drawn: fonts of pictures have blanks at codes of their own, and some letters and soft hyphens no
 * size.
 */
const isBlank = ({ text, glyph, box, look }: Character): boolean => {
  if (glyph === null || glyph.ink !== null) return false
  const hasNoSize = !look.hidden && box !== null && box[2] <= box[0] && box[3] <= box[1]
  return isPictorial(glyph.font) || (hasNoSize && /^[\p{L}\p{N}\u00AD]$/u.test(text))
}

const isSameCharacterLook = (a: CharacterLook, b: CharacterLook): boolean =>
  a === b ||
  (a.style === b.style &&
    Math.abs(a.size - b.size) < parameters.sizeTolerance &&
    a.mark === b.mark &&
    a.color === b.color)

/** Tells whether the text continues from one character to the next along its direction, or with a gap. */
const stepBetween = (a: Character, b: Character): 'none' | 'gap' => {
  if (a.box === null || b.box === null) return 'gap'
  const size = Math.max(a.look.size, parameters.minSize)
  const [gap, shift] = along(a, b)
  if (gap > size * parameters.minGap || gap < -size * parameters.maxOverlap) return 'gap'
  return Math.abs(shift) > size * parameters.maxShift ? 'gap' : 'none'
}

/** The distance from the end of one character to the start of the next, and off the line. */
const along = (a: Character, b: Character): readonly [gap: number, shift: number] => {
  const [ax0 = 0, , ax1 = 0] = a.box ?? []
  const [bx0 = 0, , bx1 = 0] = b.box ?? []
  // Right-to-left text advances to the left.
  const isBackwards = isRightToLeft(a.text) && isRightToLeft(b.text)
  return [isBackwards ? ax0 - bx1 : bx0 - ax1, b.origin[1] - a.origin[1]]
}

/** The white between most characters of a word; null for a single one. */
const letterGapOf = (characters: readonly Character[]): number | null => {
  const gaps = pairwise(characters).map(([before, after]) => along(before, after)[0])
  return gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? null
}

const isCharacterApart = (word: ContentWord, { origin, box, look }: Character): boolean =>
  Math.abs(word.baseline - origin[1]) > look.size * parameters.maxShift ||
  (box?.[0] ?? 0) - word.box[2] > look.size * parameters.minGap

const makeWord = (characters: readonly Character[], spaceBefore: boolean): ContentWord | null => {
  const [first] = characters
  if (first === undefined) return null
  const { style, size, font, color, mark } = first.look
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of characters) {
    if (box === null) continue
    left = Math.min(left, box[0])
    top = Math.min(top, box[1])
    right = Math.max(right, box[2])
    bottom = Math.max(bottom, box[3])
  }
  const text = characters.map(asPictured).join('')
  const baseline = first.origin[1]
  // Fonts claim any height, so a box is kept near its line.
  const box: Box = [
    left,
    Math.max(top, baseline - size),
    right,
    Math.min(bottom, baseline + size * parameters.maxDescent),
  ]
  if (!box.every(Number.isFinite)) return null
  return { text, box, size, style, href: null, confidence: 1, baseline, color, font, mark, spaceBefore }
}
