import type { ChildBlock, TextRun } from '../model.ts'

/** The text of a block or a cell, in styles and in paragraphs. */
type StyledText = {
  readonly text: string
  readonly runs?: readonly TextRun[]
  readonly blocks?: readonly ChildBlock[]
}

/** The lengths of the unchanged start and end of a text, in UTF-16 units; everything between them is new. */
type Change = { readonly start: number; readonly kept: number }

/**
 * The parts of a corrected text: what stays keeps its style, and what is new has that of what it replaces. Paragraphs stay
 * where the change is within one of them, and otherwise become one text.
 */
export const correctedText = ({ text: before, runs, blocks }: StyledText, text: string): StyledText => {
  const children = blocks === undefined ? null : correctedChildren(blocks, before, text)
  const styled = runs === undefined ? null : correctedRuns(runs, before, text)
  return { text, ...(styled !== null && { runs: styled }), ...(children !== null && { blocks: children }) }
}

/** Tells whether a correction of this text would remove a table or a picture with it. */
export const losesContent = ({ text: before, blocks }: StyledText, text: string): boolean =>
  blocks !== undefined &&
  blocks.some(({ table, picture }) => table !== undefined || picture !== undefined) &&
  correctedChildren(blocks, before, text) === null

const changeBetween = (before: string, after: string): Change => {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  if (splitsCharacter(before, start) || splitsCharacter(after, start)) start -= 1
  let kept = 0
  while (kept < most - start && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1
  if (splitsCharacter(before, before.length - kept) || splitsCharacter(after, after.length - kept)) kept -= 1
  return { start, kept }
}

/** Tells whether a cut here would fall between the two halves of a surrogate pair. */
const splitsCharacter = (text: string, at: number): boolean =>
  at > 0 && at < text.length && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1))

/** Null: the runs are not the whole text, so nothing is known of its styles. */
const correctedRuns = (runs: readonly TextRun[], before: string, after: string): TextRun[] | null => {
  if (runs.map(({ text }) => text).join('') !== before) return null
  const { start, kept } = changeBetween(before, after)
  const isInsertion = start === before.length - kept
  const styled = runAt(runs, isInsertion ? Math.max(0, start - 1) : start)
  const added = after.slice(start, after.length - kept)
  // The reading beside a word is that of the word before.
  const { ruby: _, ...look } = styled ?? { text: '' }
  return [
    ...slicedRuns(runs, 0, start),
    ...(added === '' ? [] : [{ ...look, text: added }]),
    ...slicedRuns(runs, before.length - kept, before.length),
  ]
}

/** The run that has the character at an offset; behind the last one, the last run. */
const runAt = (runs: readonly TextRun[], offset: number): TextRun | undefined => {
  let end = 0
  return (
    runs.find(({ text }) => {
      end += text.length
      return offset < end
    }) ?? runs.at(-1)
  )
}

const slicedRuns = (runs: readonly TextRun[], start: number, end: number): TextRun[] => {
  let offset = 0
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, start - offset), Math.max(0, end - offset))
    offset += run.text.length
    return text === '' ? [] : [{ ...run, text }]
  })
}

/** Null: the change is not within one paragraph, or paragraphs are not lines of the text. */
const correctedChildren = (blocks: readonly ChildBlock[], before: string, after: string): ChildBlock[] | null => {
  if (blocks.map(({ text }) => text).join('\n') !== before) return null
  const { start, kept } = changeBetween(before, after)
  let offset = 0
  for (const [index, child] of blocks.entries()) {
    const end = offset + child.text.length
    if (offset <= start && before.length - kept <= end) {
      if (child.table !== undefined || child.picture !== undefined) return null
      const text = after.slice(offset, after.length - (before.length - end))
      const { runs: _, ...plain } = child
      const runs = child.runs === undefined ? null : correctedRuns(child.runs, child.text, text)
      return blocks.with(index, { ...plain, text, ...(runs !== null && { runs }) })
    }
    offset = end + 1
  }
  return null
}
