import { eachBlock, type DraftBlock, type DraftWord, type Line } from '../draft.ts'

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

const flowing = new Set<DraftBlock['type']>(['paragraph', 'list_item', 'footnote', 'caption', 'heading', 'title'])

/** A word divided at the end of a line is put together again, with its whole text in the earlier line. */
export const mendHyphens = eachBlock((block) => {
  if (!flowing.has(block.type)) return block
  const lines: Line[] = []
  for (const line of block.lines) {
    const above = lines.at(-1)
    const joined = above === undefined ? null : join(above, line)
    if (joined === null) lines.push(line)
    else {
      lines.pop()
      lines.push(...joined.filter(({ words }) => words.length > 0))
    }
  }
  return { ...block, lines }
})

const join = (above: Line, below: Line): Line[] | null => {
  const head = above.words.at(-1)
  const [tail, ...rest] = below.words
  if (head === undefined || tail === undefined || !isDivided(head.text, tail.text)) return null
  const stem = head.text.replace(/[-\u00AD\u2010]$/u, '')
  const whole = { ...head, text: stem + tail.text }
  return [
    { ...above, words: [...above.words.slice(0, -1), whole] },
    { ...below, words: rest },
  ]
}

/** Letters before the hyphen and a small letter after it; `state-of-` keeps the hyphens it is written with. */
const isDivided = (head: string, tail: string): boolean =>
  /^\P{Pd}*\p{L}{2}[-\u00AD\u2010]$/u.test(head) && /^\p{Ll}/u.test(tail)

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
