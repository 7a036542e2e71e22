import { union } from '@polyparse/document'
import { textOfBlock, type Draft, type DraftBlock, type DraftPage, type Line } from '../draft.ts'

/**
 * A line of running text that happens to begin with a number and a full stop is taken for an item of a list. Where
 * neither the sentence before it had ended nor the number continues a list, it goes back to where it came from.
 */
export const rejoinItems = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(rejoinOnPage) })

const rejoinOnPage = (page: DraftPage): DraftPage => {
  const blocks: DraftBlock[] = []
  let lastNumber = 0
  for (const block of page.blocks) {
    const number = numberOf(block)
    const above = blocks.at(-1)
    if (above !== undefined && number !== null && number !== 1 && number !== lastNumber + 1 && isOpen(above)) {
      blocks.pop()
      blocks.push({
        ...above,
        box: union([above.box, block.box]) ?? above.box,
        lines: [...above.lines, ...withMarker(block)],
      })
    } else {
      if (number !== null) lastNumber = number
      blocks.push(block)
    }
  }
  return { ...page, blocks }
}

const numberOf = ({ type, marker, known }: DraftBlock): number | null => {
  const digits = type === 'list_item' && known !== true ? /^(\d+)[.)]$/.exec(marker ?? '')?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** A block of running text whose last sentence goes on. */
const isOpen = (block: DraftBlock): boolean =>
  (block.type === 'paragraph' || block.type === 'list_item') && !/[.!?:;…]["”’)\]]*$/u.test(textOfBlock(block))

const withMarker = ({ lines: [first, ...rest], marker = '' }: DraftBlock): Line[] => {
  const [word] = first?.words ?? []
  if (first === undefined || word === undefined) return rest
  const [left, top, , bottom] = first.box
  const number = { ...word, text: marker, box: [left, top, Math.max(left, word.box[0]), bottom] as const, spaced: true }
  return [{ ...first, words: [number, { ...word, spaced: true }, ...first.words.slice(1)] }, ...rest]
}
