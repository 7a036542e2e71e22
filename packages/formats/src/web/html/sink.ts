import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'

type HtmlBlockKind = Pick<FlowBlock, 'type' | 'level'>

/** Takes in text, pictures and blocks as they come, and makes paragraphs of the text between the blocks. */
export type HtmlSink = {
  readonly text: (...runs: readonly TextRun[]) => void
  /** A picture, which stands after the text in which it is. */
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
    pictures = []
    if (next !== undefined) kind = next
  }
  return {
    text: (...runs) => {
      for (const run of runs) pending.push(run)
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
