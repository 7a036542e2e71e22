import type { Block, NumberStyle } from '@polyparse/document'
import type { FlowBlock } from '../../flow/flow.ts'
import { itemBlocks } from '../../flow/held.ts'
import { numberedItem } from '../../flow/item-number.ts'
import type { HtmlContext, HtmlPlace } from './html-context.ts'
import { attribute, type HtmlElement, isElement, isHiddenElement, isTextNode, type HtmlNode, rawText } from './nodes.ts'

type ReadNodes = (nodes: readonly HtmlNode[], list: number, item: HtmlElement | null) => FlowBlock[]

/** The deepest level of an item. */
const deepestLevel = 100

/** The items of a list with what they hold; lists at the end of an item are items one level deeper. */
export const listBlocks = (
  list: HtmlElement,
  place: HtmlPlace,
  { footnotes }: HtmlContext,
  read: ReadNodes,
): FlowBlock[] => {
  const level = Math.min(place.list + 1, deepestLevel)
  const parts = partsOfList(list, ['li'])
  const count = countIn(list, parts.filter(({ item }) => item !== null).length)
  return parts.flatMap(({ item, nodes }) => {
    if (item === null) return read(nodes, level, null)
    const number = count(item)
    if (footnotes?.isNote(item) === true) return []
    return itemBlocks({ type: 'list_item', level, ...number }, read(nodes, level, item), place.held)
  })
}

/** An item of a list with what is in it, or, as browsers show it as well, what is between the items of one. */
type ListPart = { readonly item: HtmlElement | null; readonly nodes: readonly HtmlNode[] }

/** @param items the names of the elements that are items */
const partsOfList = (list: HtmlElement, items: readonly string[]): ListPart[] => {
  const parts: { item: HtmlElement | null; nodes: HtmlNode[] }[] = []
  for (const node of list.childNodes) {
    if (isTextNode(node) ? node.value.trim() === '' : !isElement(node) || isHiddenElement(node)) continue
    if (isElement(node) && items.includes(node.tagName)) parts.push({ item: node, nodes: node.childNodes })
    else if (parts.at(-1)?.item === null) parts.at(-1)?.nodes.push(node)
    else parts.push({ item: null, nodes: [node] })
  }
  return parts
}

/** Counts the items of a list: the marker of each, which is a bullet where they are not numbered. */
const countIn = (list: HtmlElement, length: number): ((item: HtmlElement) => Pick<Block, 'marker' | 'numbering'>) => {
  if (list.tagName !== 'ol') return () => ({ marker: '•' })
  const step = attribute(list, 'reversed') === null ? 1 : -1
  const style = styleOf(list)
  let next = integer(list, 'start') ?? (step === 1 ? 1 : length)
  return (item) => {
    const value = integer(item, 'value') ?? next
    next = value + step
    return numberedItem(value, style)
  }
}

const integer = (element: HtmlElement, name: string): number | null => {
  const value = Number.parseInt(attribute(element, name) ?? '', 10)
  return Number.isSafeInteger(value) ? value : null
}

const styles: Readonly<Record<string, NumberStyle>> = {
  a: 'lower_letter',
  A: 'upper_letter',
  i: 'lower_roman',
  I: 'upper_roman',
  'lower-alpha': 'lower_letter',
  'lower-latin': 'lower_letter',
  'upper-alpha': 'upper_letter',
  'upper-latin': 'upper_letter',
  'lower-roman': 'lower_roman',
  'upper-roman': 'upper_roman',
}

/** Reads the style that a list has, or else that of its type. */
const styleOf = (list: HtmlElement): NumberStyle => {
  const styled = /list-style(?:-type)?\s*:\s*([\w-]+)/i.exec(attribute(list, 'style') ?? '')?.[1]?.toLowerCase()
  return styles[styled ?? ''] ?? styles[attribute(list, 'type') ?? ''] ?? 'decimal'
}

/**
 * A list of terms with what they mean: each item holds its terms, then their descriptions, where those are paragraphs;
 * descriptions of more than that are parts of the page.
 */
export const definitionBlocks = (
  list: HtmlElement,
  place: HtmlPlace,
  read: (nodes: readonly HtmlNode[], item: HtmlElement | null) => FlowBlock[],
): FlowBlock[] => {
  const groups: { terms: ListPart[]; descriptions: ListPart[] }[] = []
  for (const part of partsOfDescriptionList(list)) {
    const before = groups.at(-1)
    const isTerm = part.item?.tagName === 'dt'
    if (before === undefined || (isTerm && before.descriptions.length > 0)) groups.push({ terms: [], descriptions: [] })
    const group = groups.at(-1)
    if (isTerm) group?.terms.push(part)
    else group?.descriptions.push(part)
  }
  const level = Math.min(place.list + 1, deepestLevel)
  return groups.flatMap(({ terms, descriptions }) => {
    const blocks = [...terms, ...descriptions].flatMap(({ item, nodes }) => read(nodes, item))
    const isPlain = terms.length > 0 && blocks.every(({ type }) => type === 'paragraph')
    return isPlain ? itemBlocks({ type: 'list_item', level, marker: '•' }, blocks, place.held) : blocks
  })
}

/** Terms and descriptions, which may be grouped by `div`. */
const partsOfDescriptionList = (list: HtmlElement): ListPart[] =>
  partsOfList(list, ['dt', 'dd', 'div'])
    .flatMap((part) => (part.item?.tagName === 'div' ? partsOfList(part.item, ['dt', 'dd']) : [part]))
    .filter(({ item, nodes }) => item === null || rawText(item).trim() !== '' || nodes.some(isElement))
