import { createVocabulary, isSuspended, type Vocabulary } from '../../language/hyphenation.ts'
import { eachBlock, textOfLine, type Draft, type DraftBlock, type DraftWord, type Line } from '../draft.ts'

const flowing = new Set<DraftBlock['type']>(['paragraph', 'list_item', 'footnote', 'caption', 'heading', 'title'])

/**
 * Joins words divided at the end of a line, and puts the whole word into the earlier line. The other words of the
 * document decide whether the hyphen belongs to the word.
 */
export const repairHyphens = (draft: Draft): Draft => {
  const vocabulary = createVocabulary(draft.pages.flatMap(({ blocks }) => blocks.flatMap(undividedTextsOfBlock)))
  return eachBlock((block) =>
    flowing.has(block.type) ? { ...block, lines: joinHyphenatedLines(block.lines, vocabulary) } : block,
  )(draft)
}

/** Returns the lines of a block without words that are divided at their ends. */
const undividedTextsOfBlock = ({ lines, table }: DraftBlock): string[] =>
  table === undefined
    ? lines.map((line, index) => {
        const text = textOfLine(line)
        const isDivided = dividing.test(text) && index < lines.length - 1
        const before = lines[index - 1]
        const rest = before !== undefined && dividing.test(textOfLine(before)) ? text.replace(/^\S+/u, '') : text
        return isDivided ? rest.replace(/\S+$/u, '') : rest
      })
    : table.cells.map(({ text }) => text)

const dividing = /[-\u00AD\u2010]$/u

const joinHyphenatedLines = (lines: readonly Line[], vocabulary: Vocabulary): Line[] => {
  const joined: Line[] = []
  for (const line of lines) {
    const above = joined.at(-1)
    const parts = above === undefined ? null : joinDividedWord(above, line, vocabulary)
    if (parts === null) joined.push(line)
    else {
      joined.pop()
      for (const part of parts) if (part.words.length > 0) joined.push(part)
    }
  }
  return joined
}

const joinDividedWord = (above: Line, below: Line, vocabulary: Vocabulary): Line[] | null => {
  const words = withHyphenOfLastWord(above.words)
  const head = words.at(-1)
  const [tail, ...rest] = below.words
  if (head === undefined || tail === undefined || !/[\p{L}\p{N}][-\u00AD\u2010]$/u.test(head.text)) return null
  if (!/^[\p{L}\p{N}]/u.test(tail.text) || isSuspended(tail.text)) return null
  const stem = head.text.replace(dividing, '')
  const text = vocabulary.hasHyphen(head.text, tail.text) ? `${stem}-${tail.text}` : stem + tail.text
  return [
    { ...above, words: [...words.slice(0, -1), { ...head, text }] },
    { ...below, words: rest },
  ]
}

/** The words of a line, with a hyphen that is a word of its own, as tags may have it, at the end of the last word. */
const withHyphenOfLastWord = (words: readonly DraftWord[]): readonly DraftWord[] => {
  const [head, hyphen] = words.slice(-2)
  if (head === undefined || hyphen === undefined || hyphen.spaced || !/^[-\u00AD\u2010]$/u.test(hyphen.text))
    return words
  return [...words.slice(0, -2), { ...head, text: head.text + hyphen.text }]
}
