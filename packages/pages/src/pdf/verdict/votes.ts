import type { Box } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { ContentWord } from '../../layout/page-content.ts'
import type { Character } from '../../pdfium/character.ts'
import type { Glyph } from '../../pdfium/character.ts'
import { votes as parameters } from './parameters.ts'

/** A character of the layer that draws something. */
export type InkedCharacter = Character & { readonly box: Box; readonly glyph: Glyph & { readonly ink: Box } }

/** A recognised word, and the characters of the layer in its place, from left to right. */
export type Seen = { readonly word: ContentWord; readonly characters: readonly InkedCharacter[] }

/** The texts that recognition reads for a glyph, with the weight of their words. */
export type Votes = Map<Glyph, Map<string, { count: number; weight: number }>>

export const isInked = (character: Character): character is InkedCharacter =>
  character.box !== null && character.glyph !== null && character.glyph.ink !== null

/** Brings the words of a recognised page together with the characters of its layer. */
export const alignVotes = (words: readonly ContentWord[], characters: readonly Character[]): Seen[] => {
  const byRow = Map.groupBy(
    characters.filter(isInked).filter(({ look }) => look.direction === 0),
    ({ origin }) => Math.round(origin[1] / parameters.rowHeight),
  )
  return words.map((word) => {
    const [x0, y0, x1, y1] = word.box
    const found: InkedCharacter[] = []
    const [first, last] = [y0, y1 + word.size].map((y) => Math.round(y / parameters.rowHeight))
    for (let row = (first ?? 0) - 1; row <= (last ?? 0) + 1; row += 1) {
      for (const character of byRow.get(row) ?? []) {
        const [x, y] = inkCentreOfCharacter(character)
        const slack = character.look.size * parameters.slack
        if (x > x0 - slack / 2 && x < x1 + slack / 2 && y > y0 - slack && y < y1 + slack) found.push(character)
      }
    }
    return { word, characters: found.toSorted((a, b) => a.origin[0] - b.origin[0]) }
  })
}

const inkCentreOfCharacter = ({ origin, look, glyph: { ink } }: InkedCharacter): readonly [x: number, y: number] => [
  origin[0] + ((ink[0] + ink[2]) / 2) * look.size,
  origin[1] - ((ink[1] + ink[3]) / 2) * look.size,
]

/** Counts what the words say about the glyphs, given what is known of them. */
export const vote = (
  seen: readonly Seen[],
  known: (glyph: Glyph) => string | null,
  votes: Votes = new Map(),
): Votes => {
  for (const { word, characters } of seen) {
    if (word.confidence < parameters.minConfidence || characters.length === 0) continue
    const read = Array.from(word.text)
    if (read.length === characters.length) {
      for (const [index, { glyph }] of characters.entries()) add(votes, glyph, itemAt(read, index), word.confidence)
      continue
    }
    const gap = fitAround(read, characters, known)
    if (gap !== null) add(votes, gap.glyph, gap.text, word.confidence)
  }
  return votes
}

const add = (votes: Votes, glyph: Glyph, text: string, confidence: number): void => {
  const of = votes.get(glyph) ?? new Map<string, { count: number; weight: number }>()
  votes.set(glyph, of)
  const so = of.get(text) ?? { count: 0, weight: 0 }
  of.set(text, { count: so.count + 1, weight: so.weight + confidence })
}

/** The text of the only glyph of a word that is not known, if the others fit around it. */
const fitAround = (
  read: readonly string[],
  characters: readonly InkedCharacter[],
  known: (glyph: Glyph) => string | null,
): { readonly glyph: Glyph; readonly text: string } | null => {
  const texts = characters.map(({ glyph }) => known(glyph))
  const open = texts.flatMap((text, index) => (text === null ? [index] : []))
  const [at] = open
  if (at === undefined || open.length > 1) return null
  const before = texts.slice(0, at).join('')
  const after = texts.slice(at + 1).join('')
  const whole = read.join('')
  const glyph = characters[at]?.glyph
  const length = whole.length - before.length - after.length
  if (glyph === undefined || length < 1 || length > parameters.maxLigature) return null
  return whole.startsWith(before) && whole.endsWith(after)
    ? { glyph, text: whole.slice(before.length, before.length + length) }
    : null
}

/**
 * Returns what most of the votes for a glyph say; null where they do not agree.
 * @example elected(new Map([['a', { count: 9, weight: 9 }]])) // 'a'
 */
export const elected = (of: ReadonlyMap<string, { count: number; weight: number }> | undefined): string | null => {
  if (of === undefined) return null
  const all = [...of.values()].reduce((sum, { weight }) => sum + weight, 0)
  const [best] = [...of].toSorted((a, b) => b[1].weight - a[1].weight)
  if (best === undefined || best[1].weight < all * parameters.minShare) return null
  return best[1].count > 1 || best[1].weight >= parameters.minSingle ? best[0] : null
}
