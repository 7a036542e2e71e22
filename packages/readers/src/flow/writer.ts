import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from './flow.ts'

export type Look = Omit<TextRun, 'text'>
type Kind = Pick<FlowBlock, 'type' | 'level' | 'marker'>

/** Blocks in the making, for readers that walk through a document and find its text in stretches. */
export type FlowWriter = {
  readonly blocks: readonly FlowBlock[]
  /** Adds text to the block in the making. */
  add(text: string, look?: Look): void
  /** Ends the block in the making; what follows is a paragraph again. */
  flush(): void
  /** What is written meanwhile is a block of this kind, and what does not fit into one follows it as paragraphs. */
  block(kind: Kind, write: () => void): void
  push(...blocks: readonly FlowBlock[]): void
}

const paragraph: Kind = { type: 'paragraph' }

export const createWriter = (): FlowWriter => {
  const blocks: FlowBlock[] = []
  let pending: TextRun[] = []
  let kind = paragraph

  const flush = (): void => {
    const content = flowText(pending)
    pending = []
    if (content.text === '') return
    blocks.push({ ...kind, ...content })
    kind = paragraph
  }
  return {
    blocks,
    flush,
    add: (text, look = {}) => {
      pending.push({ text, ...look })
    },
    block: (as, write) => {
      flush()
      kind = as
      write()
      flush()
      kind = paragraph
    },
    push: (...more) => {
      flush()
      for (const block of more) blocks.push(block)
    },
  }
}

/** The depth of lists and of sections that blocks can have. */
export const maxLevel = 100
