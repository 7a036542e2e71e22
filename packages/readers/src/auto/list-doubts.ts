import type { Block } from '@polyparse/document'
import { canEndParagraph } from '@polyparse/engine'
import { flowOf, type StructureDoubt } from './structure-doubt.ts'
import { isSameLine, linesOfWords } from './white.ts'

/**
 * What the lists of a text in reading order say against themselves: numbers that leave out an item, a second marker within one, text
 * that goes on from an item but is none of it, and bullets that begin no item.
 */
export const doubtsOfLists = (blocks: readonly Block[]): StructureDoubt[] => {
  const flow = flowOf(blocks)
  return [
    ...missingItems(flow),
    ...itemsInTexts(flow),
    ...flow.flatMap((block, index) => doubtOfListBlock(block, flow[index - 1])),
  ]
}

/** The texts below an item in which a line or a sentence begins with the number of the next item: it is there, but as no item. */
const itemsInTexts = (flow: readonly Block[]): StructureDoubt[] => {
  const found: StructureDoubt[] = []
  let numbers: (number | undefined)[] = []
  for (const block of flow) {
    if (block.type === 'heading' || block.type === 'title') numbers = []
    if (block.type === 'list_item') {
      const { level = 1 } = block
      numbers = numbers.slice(0, level - 1)
      numbers[level - 1] = numberOfItem(block) ?? undefined
    }
    if (block.type !== 'list_item' && block.type !== 'paragraph') continue
    const next = numbers
      .flatMap((count) => (count === undefined ? [] : [count + 1]))
      .find((count) => beginsItem(block, count))
    if (next !== undefined) found.push({ block, reason: `item ${next} is within a text` })
  }
  return found
}

const beginsItem = (block: Block, number: number): boolean =>
  linesOfWords(block.words ?? []).some(
    ([first, ...rest], index) =>
      rest.length > 0 && (index > 0 || block.type === 'paragraph') && isNumber(first.text, number),
  ) || [...block.text.matchAll(/[.!?:;] (\d{1,3})[.)] \p{L}/gu)].some(([, digits]) => Number(digits) === number)

const isNumber = (text: string, number: number): boolean => text === `${number}.` || text === `${number})`

const numberOfItem = ({ type, marker = '' }: Block): number | null => {
  const digits = type === 'list_item' ? /^\(?(\d{1,3})[.)]$/.exec(marker)?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** The items whose number does not follow that of the one before, of the same level and below the same heading. */
const missingItems = (flow: readonly Block[]): StructureDoubt[] => {
  const found: StructureDoubt[] = []
  let counts: (number | undefined)[] = []
  for (const block of flow) {
    if (block.type === 'heading' || block.type === 'title') counts = []
    if (block.type !== 'list_item') continue
    const { level = 1 } = block
    counts = counts.slice(0, level)
    const [number, before] = [numberOfItem(block), counts[level - 1]]
    if (number === null) continue
    if (before !== undefined && number > before + 1)
      found.push({ block, reason: `no item is between ${before} and ${number}` })
    counts[level - 1] = number
  }
  return found
}

const doubtOfListBlock = (block: Block, above: Block | undefined): StructureDoubt[] => {
  const { type, text } = block
  if (type === 'list_item')
    return secondMarker.test(text) ? [{ block, reason: 'an item begins with a second marker' }] : []
  if (type !== 'paragraph') return []
  if (above?.type === 'list_item' && goesOn(above, block))
    return [{ block, reason: 'a text begins in the middle of the sentence of the item above it' }]
  const isUnmarked =
    loneBullet.test(text) || (above?.type === 'list_item' && hollowBullet.test(text)) || beginsLineWithBullet(block)
  return isUnmarked ? [{ block, reason: 'a bullet begins a line that is no item' }] : []
}

/** Tells whether a line of a text begins with a bullet, and goes on. */
const beginsLineWithBullet = ({ words = [] }: Block): boolean =>
  words.some((word, index) => {
    const next = words[index + 1]
    return bullet.test(word.text) && !isSameLine(word, words[index - 1]) && next !== undefined && isSameLine(next, word)
  })

/** Without those that may be boxes to tick. */
const bullet = /^[•▪◦‣]$/u
const loneBullet = /^[•▪◦‣\uE000-\uF8FF]$/u
/** Word processors set the bullet of an inner item as the letter. */
const hollowBullet = /^o \p{Lu}/u
/** Dashes mark inner items; a point after a bullet is mostly a sign of the text. */
const secondMarker = /^[–—−-](?:\s|$)/u

const goesOn = (item: Block, { continues, text }: Block): boolean =>
  continues === undefined && !canEndParagraph(item.text) && /^\p{Ll}{2,}(?:\s\p{Ll}|[,;])/u.test(text)
