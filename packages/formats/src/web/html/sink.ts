import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'

type HtmlBlockKind = Pick<FlowBlock, 'type' | 'level'>

/** Takes in text, pictures and blocks as they come, and makes paragraphs of the text between the blocks. */
export type HtmlSink = {
  readonly text: (...runs: readonly TextRun[]) => void
  /** White that only a style makes, in points: a space, if it is wide enough for the texts on both of its sides. */
  readonly gap: (points: number) => void
  /** Takes a picture, which follows the text that it is in. */
  readonly picture: (picture: FlowBlock) => void
  readonly block: (block: FlowBlock) => void
  /** Ends the paragraph in the making; the next one is of this kind. */
  readonly flush: (next?: HtmlBlockKind) => void
  /** The blocks so far, to which the one in the making is added. */
  readonly finish: () => FlowBlock[]
  /** Tells whether the last text is a formula. */
  readonly endsInFormula: () => boolean
}

const htmlParagraphKind: HtmlBlockKind = { type: 'paragraph' }

/** `names` are those of places that the next block has: it takes them. */
export const createHtmlSink = (names: string[]): HtmlSink => {
  const blocks: FlowBlock[] = []
  let pending: TextRun[] = []
  let gap = 0
  let pictures: FlowBlock[] = []
  let kind = htmlParagraphKind

  const put = (block: FlowBlock): void => {
    const own = block.anchors ?? []
    const anchors = [...names.splice(0), ...own]
    blocks.push(anchors.length === own.length ? block : { ...block, anchors })
  }
  const flush: HtmlSink['flush'] = (next) => {
    const content = flowText(pending)
    if (content.text !== '') {
      put({ ...kind, ...content })
      kind = htmlParagraphKind
    }
    for (const picture of pictures) put(picture)
    pending = []
    gap = 0
    pictures = []
    if (next !== undefined) kind = next
  }
  return {
    text: (...runs) => {
      for (const run of runs) {
        if (gap > 0 && run.text !== '') {
          const before = pending.findLast(({ text }) => text !== '')
          if (before !== undefined && gap >= leastGapBetween(before.text, run.text)) pending.push({ text: ' ' })
          gap = 0
        }
        pending.push(run)
      }
    },
    gap: (points) => {
      gap = Math.max(gap, points)
    },
    picture: (picture) => {
      pictures.push(picture)
    },
    block: (block) => {
      flush(htmlParagraphKind)
      put(block)
    },
    flush,
    finish: () => {
      flush()
      return blocks
    },
    endsInFormula: () => pending.at(-1)?.formula === true,
  }
}

/** Points of white that divide words: the width of a space in 12 points, in most fonts. Narrower white sets letters apart. */
const leastGap = 3
/** Points of white that divide numbers: groups of figures within one are closer. */
const leastGapOfNumbers = 6

/** White in points from which on it divides two texts. None does behind an opening sign, or before a mark that belongs to the word before it. */
const leastGapBetween = (before: string, after: string): number => {
  if (!/[^\s\p{Ps}\p{Pi}]$/u.test(before) || !/^[\p{L}\p{N}\p{Ps}\p{Pi}]/u.test(after)) return Number.POSITIVE_INFINITY
  return /[\p{N}.,:]$/u.test(before) && /^\p{N}/u.test(after) ? leastGapOfNumbers : leastGap
}
