import type { Block } from '../model.ts'

/** A footnote and the block that refers to it, by a mark in superscript. */
export type Note = { readonly footnote: Block; readonly reference: Block; readonly mark: string }

/** A footnote's own mark: a number, a letter or a sign, with or without brackets. */
const ownMark = /^\s*[[(]?(\d{1,3}|[a-z]|[*†‡§¶]{1,3})[\])]?(?=[\s.:]|\p{L})/u

/** The footnotes that an earlier block of the same page refers to; of several blocks, the last one. */
export const notesOf = (blocks: readonly Block[]): Note[] => {
  const references = new Map<string, Block>()
  const notes: Note[] = []
  for (const block of blocks) {
    const mark = block.type === 'footnote' ? ownMark.exec(block.text)?.[1] : undefined
    const reference = references.get(`${block.page} ${mark}`)
    if (mark !== undefined && reference !== undefined) notes.push({ footnote: block, reference, mark })
    else if (block.type !== 'footnote')
      for (const { superscript, text } of block.runs ?? [])
        if (superscript === true) references.set(`${block.page} ${text.trim()}`, block)
  }
  return notes
}
