import { eachBlock, type DraftBlock, type Line } from '../draft.ts'

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
