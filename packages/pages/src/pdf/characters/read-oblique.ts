import { type Box, union, type Warning, warning } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { type DraftBlock, type DraftWord, type Line, textOfBlock } from '../../paged/draft.ts'
import type { Character } from '../../pdfium/character.ts'
import { oblique as parameters } from './parameters.ts'

/** The oblique text of a page in the order in which it is drawn, each stretch as a paragraph of its own. */
export const readOblique = (characters: readonly Character[]): DraftBlock[] => {
  const slanted = characters.filter(({ look, box }) => look.slant !== 0 && box !== null)
  const heightOf = boxHeights(slanted)
  const blocks: DraftBlock[] = []
  let lines: Line[] = []
  let words: DraftWord[] = []
  let letters: Character[] = []
  let isSpaced = false
  let last: Character | null = null
  const endWord = (): void => {
    const word = makeObliqueWord(letters, words.length > 0)
    if (word !== null) words.push(word)
    letters = []
  }
  const endLine = (): void => {
    endWord()
    const [first] = words
    const box = union(words.map((word) => word.box))
    if (first !== undefined && box !== null) lines.push({ box, size: first.size, words })
    words = []
  }
  const endText = (): void => {
    endLine()
    const box = union(lines.map((line) => line.box))
    if (box !== null) blocks.push({ type: 'paragraph', known: true, box, lines })
    lines = []
  }
  for (const character of slanted) {
    if (character.text.trim() === '') {
      isSpaced = true
      continue
    }
    const step = last === null ? 'text' : stepOnLine(last, character, heightOf)
    if (step === 'text') endText()
    else if (step === 'line') endLine()
    else if (step === 'gap' || isSpaced) endWord()
    letters.push(character)
    isSpaced = false
    last = character
  }
  endText()
  return blocks
}

/**
 * Returns where a character is beside the one before it: on in the word, after a gap, on the next line, or in another
 * text.
 */
const stepOnLine = (a: Character, b: Character, heightOf: BoxHeights): 'none' | 'gap' | 'line' | 'text' => {
  const size = a.look.size
  const bend = Math.abs(((angleOfCharacter(b) - angleOfCharacter(a) + 540) % 360) - 180)
  if (bend > parameters.maxBend || Math.abs(b.look.size - size) > size * parameters.sizeTolerance) return 'text'
  const { along, across } = between(a, b)
  if (Math.abs(across) > size * parameters.maxShift) {
    const isNextLine = across > size * parameters.minLineStep && across < size * parameters.maxLineStep
    return isNextLine && a.look.slant === b.look.slant ? 'line' : 'text'
  }
  const height = heightOf(a)
  const gap = height === null ? 0 : along - (sidesOf(a) - height)
  if (along < 0 || gap > size * parameters.maxGap) return 'text'
  return gap > size * parameters.minGap ? 'gap' : 'none'
}

const angleOfCharacter = ({ look }: Character): number => look.direction + look.slant

/** Measures the way from one origin to the next, in the direction of the text, and off its line. */
const between = (a: Character, b: Character): { readonly along: number; readonly across: number } => {
  const angle = (angleOfCharacter(a) * Math.PI) / 180
  const [x, y] = [b.origin[0] - a.origin[0], b.origin[1] - a.origin[1]]
  return { along: x * Math.cos(angle) + y * Math.sin(angle), across: y * Math.cos(angle) - x * Math.sin(angle) }
}

/** The width and the height of a character together, from the box around it. */
const sidesOf = ({ box, look }: Character): number => {
  const [left, top, right, bottom] = box ?? [0, 0, 0, 0]
  const slant = (Math.abs(look.slant) * Math.PI) / 180
  return (right - left + bottom - top) / (Math.cos(slant) + Math.sin(slant))
}

/** The height that the box of a character has in its font; null where nothing says it. */
type BoxHeights = (character: Character) => number | null

/**
 * Estimates the heights of letters from the boxes of oblique text. The step to the next character is a character's
 * width; the rest of the sides of its box comes from its height.
 */
const boxHeights = (slanted: readonly Character[]): BoxHeights => {
  const found = new Map<string, number[]>()
  for (const [index, next] of slanted.entries()) {
    const character = slanted[index - 1]
    if (character === undefined || character.look.font !== next.look.font) continue
    const { along, across } = between(character, next)
    if (along <= 0 || along > character.look.size * parameters.maxAdvance || Math.abs(across) > character.look.size / 2)
      continue
    const key = fontAndSize(character)
    const heights = found.get(key) ?? []
    heights.push(sidesOf(character) - along)
    found.set(key, heights)
  }
  const middles = new Map(
    [...found].map(([key, heights]) => {
      const sorted = heights.toSorted((a, b) => a - b)
      return [key, itemAt(sorted, sorted.length >> 1)]
    }),
  )
  return (character) => middles.get(fontAndSize(character)) ?? null
}

const fontAndSize = ({ look }: Character): string => `${look.font} ${look.size.toFixed(1)}`

const makeObliqueWord = (letters: readonly Character[], spaced: boolean): DraftWord | null => {
  const box: Box | null = union(letters.flatMap(({ box: one }) => (one === null ? [] : [one])))
  if (box === null) return null
  const { size, style, font } = itemAt(letters, 0).look
  const text = letters.reduce((all, letter) => all + letter.text, '')
  return { text, box, size, style, font, href: null, raised: false, spaced, confidence: 1 }
}

export const obliqueTextApart = (page: number, blocks: readonly DraftBlock[]): Warning => {
  const text = blocks.map(textOfBlock).join(' / ')
  const quoted = text.length > parameters.quoted ? `${text.slice(0, parameters.quoted)}…` : text
  return warning(
    'oblique_text',
    `Page ${page} has oblique text, as watermarks, stamps and charts have, which stands apart from its other text: ${quoted}`,
    page,
  )
}
