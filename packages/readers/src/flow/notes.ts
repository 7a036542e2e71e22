import type { TextRun } from '@polyparse/document'
import { holding } from './content.ts'
import { type FlowBlock, flowText } from './flow.ts'

/** Footnotes and endnotes in the order of their references: numbered through the document, and placed at its end. */
export type Notes = {
  /**
   * Adds a note, and returns its reference as a run of the text. What the note says is read after it has its number, so
   * that notes in notes are numbered after it.
   */
  readonly refer: (read: () => readonly FlowBlock[]) => TextRun
  readonly blocks: () => readonly FlowBlock[]
}

export const createNotes = (): Notes => {
  const notes: FlowBlock[] = []
  return {
    blocks: () => notes.filter(({ text }) => text !== ''),
    refer: (read) => {
      const index = notes.length
      const mark: TextRun = { text: String(index + 1), superscript: true }
      const anchor = `note ${mark.text}`
      notes.push({ type: 'footnote', text: '' })
      const [first, ...more] = read()
      notes[index] = holding({ type: 'footnote', anchors: [anchor] }, [...marked(mark, first), ...more])
      return { ...mark, href: `#${anchor}` }
    },
  }
}

/** The first paragraph of a note with its mark before it. */
const marked = (mark: TextRun, first: FlowBlock | undefined): FlowBlock[] => {
  if (first?.type !== 'paragraph')
    return [{ type: 'paragraph', ...flowText([mark]) }, ...(first === undefined ? [] : [first])]
  const { text, runs = [{ text }] } = first
  return [{ ...first, ...flowText([mark, { text: ' ' }, ...runs]) }]
}
