import type { Block } from '@polyparse/document'
import { canEndParagraph } from '@polyparse/engine'
import { flowOf, type StructureDoubt } from './structure-doubt.ts'
import { isSameLine } from './white.ts'

/**
 * What the lists of a text in reading order say against themselves: numbers that leave out an item, a second marker within one, text
 * that goes on from an item but is none of it, and bullets that begin no item.
 */
export const doubtsOfLists = (blocks: readonly Block[]): StructureDoubt[] => {
  const flow = flowOf(blocks)
  return [...missingItems(flow), ...flow.flatMap((block, index) => doubtOfListBlock(block, flow[index - 1]))]
}

/** The items whose number does not follow that of the one before, of the same level and below the same heading. */
const missingItems = (flow: readonly Block[]): StructureDoubt[] => {
  const found: StructureDoubt[] = []
  let counts: (number | undefined)[] = []
  for (const block of flow) {
    if (block.type === 'heading' || block.type === 'title') counts = []
    if (block.type !== 'list_item') continue
    const { level = 1, marker = '' } = block
    counts = counts.slice(0, level)
    const digits = /^\(?(\d{1,3})[.)]$/.exec(marker)?.[1]
    if (digits === undefined) continue
    const [number, before] = [Number(digits), counts[level - 1]]
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
