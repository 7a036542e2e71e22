import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../flow/flow.ts'

/** Footnotes and endnotes in the order of their references: numbered through the document, and placed at its end. */
export type Notes = {
  /** Adds a note, and returns its reference as a run of the text. */
  refer(stretches: readonly TextRun[]): TextRun
  readonly blocks: readonly FlowBlock[]
}

export const createNotes = (): Notes => {
  const blocks: FlowBlock[] = []
  return {
    blocks,
    refer: (stretches) => {
      const mark: TextRun = { text: String(blocks.length + 1), superscript: true }
      const { text, runs = [{ text }] } = flowText(stretches)
      blocks.push({ type: 'footnote', ...flowText([mark, { text: ' ' }, ...runs]) })
      return mark
    },
  }
}
