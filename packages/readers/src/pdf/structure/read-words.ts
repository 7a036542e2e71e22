import { type Box, centre, holds } from '@polyparse/document'
import { isRightToLeft } from '../../language/direction.ts'
import { createBands } from '../../paged/bands.ts'
import type { ContentWord } from '../../layout/page-content.ts'
import type { Character, CharacterLook } from '../pdfium/characters.ts'
import { asPictured } from './pictorial-fonts.ts'
import type { PageLink } from '../pdfium/links.ts'

/** Gaps wider than this share of the font's height divide words, drawn space or not. */
const wordGap = 0.16

/** Characters that run to the right as words. One is ended by a space, a gap, a step off its line, or a change of its look. */
export const readWords = (characters: readonly Character[], links: readonly PageLink[]): ContentWord[] => {
  const linked = createBands(links)
  const words: ContentWord[] = []
  let current: Character[] = []
  let spaceBefore = true
  const end = (): void => {
    const word = makeWord(current, spaceBefore)
    if (word !== null) {
      const link = linked.under(word.box)
      // Links are drawn higher than their line and touch the words above and below it.
      const isLinked = link !== null && holds(link.box, centre(word.box))
      words.push({ ...word, href: isLinked ? link.href : null })
      spaceBefore = false
    }
    current = []
  }
  for (const character of characters) {
    const { text, box, look } = character
    if (box === null || /^\s*$/u.test(text)) {
      end()
      if (box === null || /^\s/u.test(text)) spaceBefore = true
      continue
    }
    const before = current.at(-1)
    if (before !== undefined) {
      const step = stepBetween(before, character)
      if (step !== 'none' || !isSameLook(before.look, look)) end()
      if (step === 'gap') spaceBefore = true
    } else if (words.length > 0 && !spaceBefore) {
      const last = words.at(-1)
      if (last !== undefined && isApart(last, character)) spaceBefore = true
    }
    current.push(character)
  }
  end()
  return words
}

const isSameLook = (a: CharacterLook, b: CharacterLook): boolean =>
  a === b || (a.style === b.style && Math.abs(a.size - b.size) < 0.2 && a.mark === b.mark && a.color === b.color)

/** How the text goes on from one character to the next: along its direction without a gap, or not. */
const stepBetween = (a: Character, b: Character): 'none' | 'gap' => {
  if (a.box === null || b.box === null) return 'gap'
  const size = Math.max(a.look.size, 1)
  const [gap, shift] = along(a, b)
  if (gap > size * wordGap || gap < -size * 0.7) return 'gap'
  return Math.abs(shift) > size * 0.5 ? 'gap' : 'none'
}

/** The way from the end of one character to the start of the next, and off the line. */
const along = (a: Character, b: Character): readonly [gap: number, shift: number] => {
  const [ax0 = 0, , ax1 = 0] = a.box ?? []
  const [bx0 = 0, , bx1 = 0] = b.box ?? []
  // Right-to-left text advances to the left.
  const isBackwards = isRightToLeft(a.text) && isRightToLeft(b.text)
  return [isBackwards ? ax0 - bx1 : bx0 - ax1, b.origin[1] - a.origin[1]]
}

const isApart = (word: ContentWord, { origin, box, look }: Character): boolean =>
  Math.abs(word.baseline - origin[1]) > look.size * 0.5 || (box?.[0] ?? 0) - word.box[2] > look.size * wordGap

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
  const text = characters.map((character) => asPictured(character.text, font)).join('')
  const baseline = first.origin[1]
  // Fonts claim any height: what stands on the line is kept near it.
  const box: Box = [left, Math.max(top, baseline - size), right, Math.min(bottom, baseline + size * 0.35)]
  if (!box.every(Number.isFinite)) return null
  return { text, box, size, style, href: null, confidence: 1, baseline, color, font, mark, spaceBefore }
}
