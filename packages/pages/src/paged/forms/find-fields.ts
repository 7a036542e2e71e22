import { type Field, union } from '@polyparse/document'
import { isTickSign } from '../../language/tick-signs.ts'
import type { DraftBlock, DraftPage, DraftWord, Line } from '../draft.ts'
import { formFieldParameters as limits } from './parameters.ts'
import { type FoundField, withoutLeader } from './found-field.ts'
import { tableFields } from './table-fields.ts'

/*
 * Lists the fields of a page from its finished blocks: boxes to tick with their labels, what was entered in the fields
 * of a form, and labels that are printed beside their values, as lines or as tables of two columns.
 */

/** The fields of a page in reading order. */
export const findFields = ({ blocks }: DraftPage): FoundField[] =>
  blocks
    .filter(({ type }) => type !== 'page_header' && type !== 'page_footer')
    .flatMap((block) => [
      ...pairOf(block),
      ...block.lines.flatMap(ticksOf),
      ...formEntriesOfBlock(block),
      ...(block.table === undefined ? [] : tableFields(block.table)),
    ])

/** The label and the value of a block that is a line of both. */
const pairOf = ({ lines }: DraftBlock): FoundField[] => {
  const words = lines.flatMap((line) => line.words)
  const label = words.filter(({ part }) => part === 'label')
  const value = words.filter(({ part, entry }) => part === 'value' && entry === undefined)
  return label.length === 0 || value.length === 0 ? [] : [createFoundField('pair', label, value)]
}

/** The boxes of a line: the label of each follows it, or precedes it in a line that begins with a label. */
const ticksOf = ({ words }: Line): FoundField[] =>
  words.flatMap((word, index): FoundField[] => {
    if (!isTickSign(word.text)) return []
    const after = labelWords(word, words.slice(index + 1))
    const label = after.length > 0 ? after : labelWords(word, words.slice(0, index).toReversed()).toReversed()
    const kind = word.entry?.kind === 'radio' ? 'radio' : 'checkbox'
    return [createFoundField(kind, label, [word])]
  })

/** The words next to a place, from the nearest, up to another box, an entry, or a gap. */
const labelWords = (from: DraftWord, words: readonly DraftWord[]): DraftWord[] => {
  const label: DraftWord[] = []
  for (const word of words) {
    const before = label.at(-1)
    const maxGap = word.size * (before === undefined ? limits.maxFirstGap : limits.maxGap)
    if (word.entry !== undefined || isTickSign(word.text) || gapBetween(before ?? from, word) > maxGap) break
    label.push(word)
  }
  return label
}

const gapBetween = (a: DraftWord, b: DraftWord): number => Math.max(a.box[0] - b.box[2], b.box[0] - a.box[2])

/** Returns what was entered in each field, with the words before it on its first line as its label. */
const formEntriesOfBlock = ({ lines }: DraftBlock): FoundField[] => {
  const entries = new Map<object, { label: DraftWord[]; value: DraftWord[] }>()
  for (const [row, { words }] of lines.entries()) {
    for (const [index, word] of words.entries()) {
      if (word.entry === undefined || isTickSign(word.text)) continue
      const known = entries.get(word.entry)
      if (known !== undefined) known.value.push(word)
      else {
        const before = labelWords(word, words.slice(0, index).toReversed()).toReversed()
        const label = before.length > 0 ? before : above(word, lines[row - 1])
        entries.set(word.entry, { label, value: [word] })
      }
    }
  }
  return [...entries.values()].map(({ label, value }) =>
    createFoundField(value[0]?.entry?.kind ?? 'text', label, value),
  )
}

/** The words of the line above that begin no further right than a word does, and reach above it. */
const above = (word: DraftWord, line: Line | undefined): DraftWord[] => {
  if (line === undefined || line.words.some(({ entry }) => entry !== undefined)) return []
  const start = line.words.findIndex(({ box }) => box[0] >= word.box[0] - word.size * limits.maxGap)
  const first = line.words[start]
  return first === undefined ? [] : [first, ...labelWords(first, line.words.slice(start + 1))]
}

const createFoundField = (
  kind: Field['kind'],
  label: readonly DraftWord[],
  value: readonly DraftWord[],
): FoundField => ({
  kind,
  label: withoutLeader(textOfFieldWords(label)),
  value: textOfFieldWords(value),
  box: union([...label, ...value].map(({ box }) => box)),
})

const textOfFieldWords = (words: readonly DraftWord[]): string =>
  words.map(({ text, spaced }, index) => (index > 0 && spaced ? ` ${text}` : text)).join('')
