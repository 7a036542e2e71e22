import { elementsIn, type XmlElement } from '../../xml/element.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { formatListNumber, numberingOf } from '../../flow/list-number.ts'
import type { OpenDocumentStyles } from './styles.ts'

/** Counts through lists and numbered headings. */
export type OpenDocumentLists = {
  /** The next item of a list, at a depth from 1. */
  nextItem(list: ListState, depth: number, startValue: number | null): OpenDocumentListMarker
  /** Begins a list; one that is marked so continues the last list of its style. */
  begin(style: string | undefined, goesOn: boolean): ListState
  /** The number before the next heading of a level, or ''. */
  headingNumber(level: number): string
}

/** The marker of an item, and its place in an ordered list. */
type OpenDocumentListMarker = Pick<FlowBlock, 'numbering'> & { readonly marker: string }

export type ListState = { readonly style: string; readonly numbers: number[] }

export const createOpenDocumentLists = (styles: OpenDocumentStyles): OpenDocumentLists => {
  const last = new Map<string, number[]>()
  const headings: number[] = []
  return {
    begin: (style = '', goesOn) => {
      const numbers = goesOn ? (last.get(style) ?? []) : []
      last.set(style, numbers)
      return { style, numbers }
    },
    nextItem: ({ style, numbers }, depth, startValue) =>
      advance(levelsOfOpenDocumentList(styles.lists.get(style)), numbers, depth, startValue) ?? { marker: '•' },
    headingNumber: (level) => advance(levelsOfOpenDocumentList(styles.outline), headings, level, null)?.marker ?? '',
  }
}

/** The elements that describe the levels of a list style, by their depth from 1. */
const levelsOfOpenDocumentList = (style: XmlElement | undefined): Map<number, XmlElement> =>
  new Map(elementsIn(style).map((level) => [Number(level.attributes['text:level'] ?? 1), level]))

/** Counts, and returns the number as it is printed; null where the level has no number. */
const advance = (
  levels: ReadonlyMap<number, XmlElement>,
  numbers: number[],
  depth: number,
  startValue: number | null,
): OpenDocumentListMarker | null => {
  const level = levels.get(depth)
  const format = level?.attributes['style:num-format'] ?? ''
  const given = Number.parseInt(level?.attributes['text:start-value'] ?? '', 10)
  const start = Number.isNaN(given) ? 1 : given
  numbers.length = depth
  const value = startValue ?? (numbers[depth - 1] ?? start - 1) + 1
  numbers[depth - 1] = value
  if (level === undefined || format === '') return null
  const shown = Math.min(Number.parseInt(level.attributes['text:display-levels'] ?? '1', 10) || 1, depth)
  const parts = Array.from({ length: shown }, (_, index) => {
    const at = depth - shown + index + 1
    return formatListNumber(numbers[at - 1] ?? 1, levels.get(at)?.attributes['style:num-format'] ?? '1')
  })
  const { 'style:num-prefix': prefix = '', 'style:num-suffix': suffix = '' } = level.attributes
  const marker = `${prefix}${parts.join('.')}${suffix}`.trim()
  return { marker, ...numberingOf(marker, value, format) }
}
