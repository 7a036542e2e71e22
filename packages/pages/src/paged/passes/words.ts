import { eachBlock, type DraftBlock, type DraftWord } from '../draft.ts'

/*
 * Repairs words: characters that are right in print and wrong in a text, links that cover punctuation.
 */

/**
 * Ligatures (U+FB00–FB06) become letters, accents composed, and two single quotation marks one double one. Control
 * characters and zero-width spaces go.
 */
const repairText = (text: string): string => (isPlain.test(text) ? text : repairUnusual(text))

/** Matches words of ASCII alone, which need no repair: most words. */
const isPlain = /^[\x20-\x7E]*$/

const repairUnusual = (text: string): string =>
  text
    .replaceAll(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replaceAll('‘‘', '“')
    .replaceAll('’’', '”')
    .replaceAll(/[\p{Cc}\u200B\u2060\uFEFF]/gu, '')
    .normalize('NFC')

const repairWord = (word: DraftWord): DraftWord => {
  const text = repairText(word.text)
  return text === word.text ? word : { ...word, text }
}

const repair = (block: DraftBlock): DraftBlock => ({
  ...block,
  lines: block.lines.map((line) => ({
    ...line,
    words: line.words.map(repairWord).filter(({ text }) => text !== ''),
  })),
  ...(block.table !== undefined && {
    table: {
      ...block.table,
      cells: block.table.cells.map((cell) => ({
        ...cell,
        text: repairText(cell.text),
        ...(cell.runs && { runs: cell.runs.map((run) => ({ ...run, text: repairText(run.text) })) }),
      })),
    },
  }),
})

/** Repairs the characters of all words and cells. Words, lines and blocks without any are dropped, tables kept. */
export const repairCharacters = eachBlock((block) => {
  const repaired = repair(block)
  const lines = repaired.lines.filter(({ words }) => words.length > 0)
  return lines.length === 0 && block.lines.length > 0 && block.table === undefined ? [] : { ...repaired, lines }
})

/** Takes the punctuation at the ends of links, which cover whole words, out of them. */
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
  return parts.map((part, index) => (index === 0 ? part : withoutSpaceBefore(part)))
}

const withoutSpaceBefore = (word: DraftWord): DraftWord => ({ ...word, spaced: false })
