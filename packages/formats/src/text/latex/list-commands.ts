import type { FlowBlock } from '../../flow/flow.ts'
import { itemBlocks } from '../../flow/held.ts'
import { itemNumber } from '../../flow/item-number.ts'
import { formatListNumber } from '../../flow/list-number.ts'
import { maxLevel } from '../../flow/writer.ts'
import { addText, type Handler, type ListInMaking, newPlace, plainLatexLook, writeApart } from './state.ts'

/** The marks of lists at each depth. */
const latexEnumerationMarks = [
  { style: 'decimal', mark: (number: number) => `${number}.` },
  { style: 'lower_letter', mark: (number: number) => `(${formatListNumber(number, 'a')})` },
  { style: 'lower_roman', mark: (number: number) => `${formatListNumber(number, 'i')}.` },
  { style: 'upper_letter', mark: (number: number) => `${formatListNumber(number, 'A')}.` },
] as const

/** An item, which holds what is written up to the next one or the end of its list. */
export const item: Handler = (state) => {
  const { input, writer, lists } = state
  const stated = input.option()
  const list = lists.at(-1)
  if (list === undefined || list.kind === 'description') {
    writer.end()
    if (stated !== null) addText(state, `${plainLatexLook(stated)} `, { bold: true })
    return
  }
  list.endItem()
  if (stated === null) list.count += 1
  const level = Math.min(lists.length, maxLevel)
  const number = stated !== null && stated.trim() !== '' ? { marker: plainLatexLook(stated) } : numberIn(list, lists)
  if (stated === null && list.kind === 'enumerate') state.number = number.marker.replaceAll(/[().]/g, '')
  const endItem = writeApart(state)
  state.writer.name(newPlace(state))
  const depth = lists.length
  list.endItem = () => {
    endItem((blocks) => itemBlocks({ type: 'list_item', level, ...number }, blocks, depth))
    list.endItem = () => {}
  }
}

/** The mark of the item that a list counts, and its number. */
const numberIn = (
  { kind, label, count }: ListInMaking,
  lists: readonly ListInMaking[],
): { readonly marker: string } & Pick<FlowBlock, 'numbering'> => {
  if (kind !== 'enumerate') return { marker: '•' }
  const depth = lists.filter((one) => one.kind === kind).length
  const { mark, style } = latexEnumerationMarks[(depth - 1) % latexEnumerationMarks.length] ?? latexEnumerationMarks[0]
  if (label === '') return { marker: mark(count), ...(count >= 0 && { numbering: { style, value: count } }) }
  const marker = labelled(label, count)
  const numbering = itemNumber(marker, undefined)
  return { marker, ...(numbering !== undefined && { numbering: { ...numbering, value: count } }) }
}

const counterFormats: Readonly<Record<string, string>> = { arabic: '1', alph: 'a', Alph: 'A', roman: 'i', Roman: 'I' }

/** The label of a list that the document describes, as `(\alph*)`. */
const labelled = (label: string, count: number): string =>
  plainLatexLook(
    label.replaceAll(/\\(arabic|alph|Alph|roman|Roman)\s*(?:\*|\{\w{1,20}\})/g, (_, format: string) =>
      formatListNumber(count, counterFormats[format] ?? '1'),
    ),
  )
