import { eachBlock, type DraftWord } from '../draft.ts'

/** Links cover whole words: the punctuation at the ends of one is text again. */
export const trimLinks = eachBlock((block) => ({
  ...block,
  lines: block.lines.map((line) => ({
    ...line,
    words: line.words.flatMap((word, index) => trim(word, line.words[index - 1], line.words[index + 1])),
  })),
}))

const trim = (word: DraftWord, before: DraftWord | undefined, after: DraftWord | undefined): DraftWord[] => {
  if (word.href === null) return [word]
  const [head = ''] = before?.href === word.href ? [] : (/^[("“‘[]+/u.exec(word.text) ?? [])
  const [tail = ''] = after?.href === word.href ? [] : (/[.,;:!?"”’)\]]+$/u.exec(word.text) ?? [])
  const linked = word.text.slice(head.length, word.text.length - tail.length)
  if (linked === '' || head.length + tail.length === 0) return [word]
  const parts = [
    { ...word, text: head, href: null },
    { ...word, text: linked },
    { ...word, text: tail, href: null },
  ].filter(({ text }) => text !== '')
  return parts.map((part, index) => (index === 0 ? part : unspaced(part)))
}

const unspaced = (word: DraftWord): DraftWord => ({ ...word, spaced: false })
