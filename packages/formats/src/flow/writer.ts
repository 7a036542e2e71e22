import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from './flow.ts'

export type TextLook = Omit<TextRun, 'text'>
type FlowBlockKind = Pick<FlowBlock, 'type' | 'level' | 'marker' | 'numbering'>

/** Blocks in the making, for readers that walk through a document and find its text in stretches. */
export type FlowWriter = {
  readonly blocks: readonly FlowBlock[]
  /** Adds text to the block in the making. */
  add(text: string, look?: TextLook): void
  /** Ends the block in the making; what follows is a paragraph again. */
  flush(): void
  /** The text that follows, up to the next flush behind it, is a block of this kind. */
  begin(kind: FlowBlockKind): void
  /** Ends what was begun, even if it has no text. */
  end(): void
  /**
   * Makes one block of this kind of the text that `write` writes; parts that do not fit into it follow it as
   * paragraphs.
   */
  block(kind: FlowBlockKind, write: () => void): void
  push(...blocks: readonly FlowBlock[]): void
  /** Names by which links lead to the block in the making, or else to the next. */
  name(...names: readonly string[]): void
}

const flowParagraphKind: FlowBlockKind = { type: 'paragraph' }
const defaultFlowLook: TextLook = {}

export const createWriter = (): FlowWriter => {
  const blocks: FlowBlock[] = []
  let pending: TextRun[] = []
  let kind = flowParagraphKind
  /** Text that comes in the same style, by the same object, goes on with the text before it. */
  let lastLook: TextLook | null = null
  let names: string[] = []
  const put = (block: FlowBlock): void => {
    blocks.push(names.length === 0 ? block : { ...block, anchors: [...names, ...(block.anchors ?? [])] })
    names = []
  }

  const flush = (): void => {
    const content = flowText(pending)
    pending = []
    lastLook = null
    if (content.text === '') return
    put({ ...kind, ...content })
    kind = flowParagraphKind
  }
  const begin = (as: FlowBlockKind): void => {
    flush()
    kind = as
  }
  const end = (): void => begin(flowParagraphKind)
  return {
    blocks,
    flush,
    begin,
    end,
    add: (text, look = defaultFlowLook) => {
      const before = pending.at(-1)
      if (before !== undefined && look === lastLook) pending.splice(-1, 1, { ...before, text: before.text + text })
      else pending.push({ text, ...look })
      lastLook = look
    },
    block: (as, write) => {
      begin(as)
      write()
      end()
    },
    push: (...more) => {
      flush()
      for (const block of more) put(block)
    },
    name: (...more) => {
      for (const name of more) names.push(name)
    },
  }
}

/** The blocks that are written meanwhile, by a writer of their own. */
export const written = (write: (writer: FlowWriter) => void): readonly FlowBlock[] => {
  const writer = createWriter()
  write(writer)
  writer.end()
  return writer.blocks
}

/** The depth of lists and of sections that blocks can have. */
export const maxLevel = 100
