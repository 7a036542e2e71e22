import type { FlowBlock } from '../../flow/flow.ts'
import { formatListNumber, numberingOf } from '../../flow/list-number.ts'
import { numberFormat } from '../number-formats.ts'

/** The level of a list, or the numbering that a paragraph has of its own. */
export type ListLevel = {
  /** A kind of numbers by its code (`\levelnfc`). */
  code: number
  start: number
  /** The text, with the characters 0 to 8 for the numbers of the levels. */
  text: string
}

export const newLevel = (): ListLevel => ({ code: 0, start: 1, text: '\u0000' })

/** The place of a paragraph in its list; null where the item before it goes on. */
export type RichTextListItem = Pick<FlowBlock, 'numbering'> & { readonly level: number; readonly marker: string | null }

/** The lists of a document, as its tables define them (Rich Text Format Specification 1.9.1, list tables). */
export type RichTextLists = {
  beginList(): void
  addLevel(): ListLevel
  /** Ends the definition of a list. */
  define(id: number): void
  /** The number by which paragraphs refer to a list. */
  refer(reference: number, id: number): void
  /** The next item of a list, with the marker that is printed, if any; null where there is no such list. */
  next(reference: number, depth: number, printed: string | null): RichTextListItem | null
}

export const createRichTextLists = (): RichTextLists => {
  const lists = new Map<number, ListLevel[]>()
  const references = new Map<number, number>()
  const counts = new Map<number, (number | undefined)[]>()
  let levels: ListLevel[] = []
  return {
    beginList: () => {
      levels = []
    },
    addLevel: () => {
      const level = newLevel()
      levels.push(level)
      return level
    },
    define: (id) => lists.set(id, levels),
    refer: (reference, id) => references.set(reference, id),
    next: (reference, depth, printed) => {
      const id = references.get(reference)
      const own = id === undefined ? undefined : lists.get(id)
      const level = own?.[depth]
      if (id === undefined || own === undefined || level === undefined) return null
      const numbers = counts.get(id) ?? []
      counts.set(id, numbers)
      numbers.length = depth + 1
      const value = printedValue(level, printed) ?? (numbers[depth] ?? level.start - 1) + 1
      numbers[depth] = value
      return {
        level: depth + 1,
        ...listItemOfRtfLevel(level, value, printed, markerOfRtfListLevel(own, depth, numbers)),
      }
    },
  }
}

/** An item of a paragraph's own numbering, which counts the paragraphs that have the same. */
export const ownItem = (level: ListLevel, count: number, printed: string | null): Omit<RichTextListItem, 'level'> => {
  const value = printedValue(level, printed) ?? level.start + count
  return listItemOfRtfLevel(level, value, printed, markerOfRtfListLevel([level], 0, [value]))
}

const listItemOfRtfLevel = (
  { code }: ListLevel,
  value: number,
  printed: string | null,
  counted: string,
): Omit<RichTextListItem, 'level'> => {
  const format = numberFormat(code)
  if (format === 'bullet') return { marker: '•' }
  if (format === 'none') return { marker: printed }
  const marker = printed ?? counted
  return { marker, ...numberingOf(marker, value, format) }
}

const markerOfRtfListLevel = (
  levels: readonly ListLevel[],
  depth: number,
  numbers: readonly (number | undefined)[],
): string =>
  Array.from(levels[depth]?.text ?? '')
    .map((character) => {
      const at = character.charCodeAt(0)
      const level = levels[at]
      if (at > 8 || level === undefined) return at < 32 ? '' : character
      return formatListNumber(numbers[at] ?? level.start, numberFormat(level.code))
    })
    .join('')
    .trim()

const printedValue = ({ code }: ListLevel, printed: string | null): number | null => {
  const digits = code === 0 ? /(\d{1,9})\D*$/.exec(printed ?? '')?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}
