import type { Block, TextRun } from '@polyparse/document'

/** Text and runs of a block from its stretches: white space collapsed, neighbours of one look joined. */
export const flowText = (stretches: readonly TextRun[]): Pick<Block, 'text' | 'runs'> => {
  const runs: TextRun[] = []
  for (const { text: raw, ...look } of stretches) {
    const before = runs.at(-1)
    const collapsed = raw.replaceAll(/[^\S\n]+/g, ' ')
    const text = before === undefined || /\s$/.test(before.text) ? collapsed.replace(/^ +/, '') : collapsed
    if (text === '') continue
    if (before !== undefined && isSameLook(before, look)) runs.splice(-1, 1, { ...before, text: before.text + text })
    else runs.push({ text, ...look })
  }
  const last = runs.pop()
  if (last !== undefined && last.text.trimEnd() !== '') runs.push({ ...last, text: last.text.trimEnd() })
  const text = runs.map((run) => run.text).join('')
  return { text, ...(runs.some((run) => Object.keys(run).length > 1) && { runs }) }
}

const isSameLook = (a: TextRun, b: Omit<TextRun, 'text'>): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.code === b.code &&
  a.superscript === b.superscript &&
  a.subscript === b.subscript &&
  a.href === b.href
