import { eachBlock, type DraftBlock } from '../draft.ts'

/**
 * Typographic ligatures of U+FB00–FB06 as letters, no soft hyphens or control characters, composed accents, quotation
 * marks that are set as two single ones as what they are.
 */
const mendText = (text: string): string =>
  text
    .replaceAll(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replaceAll('‘‘', '“')
    .replaceAll('’’', '”')
    .replaceAll(/[\p{Cc}\u200B\u2060\uFEFF]/gu, '')
    .normalize('NFC')

const mend = (block: DraftBlock): DraftBlock => ({
  ...block,
  lines: block.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: mendText(word.text) })).filter(({ text }) => text !== ''),
  })),
  ...(block.table !== undefined && {
    table: {
      ...block.table,
      cells: block.table.cells.map((cell) => ({ ...cell, text: mendText(cell.text) })),
    },
  }),
})

export const mendCharacters = eachBlock((block) => {
  const mended = mend(block)
  const lines = mended.lines.filter(({ words }) => words.length > 0)
  return lines.length === 0 && block.lines.length > 0 && block.table === undefined ? [] : { ...mended, lines }
})
