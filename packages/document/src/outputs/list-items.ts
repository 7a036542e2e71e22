import type { Block, ChildBlock, NumberStyle } from '../model.ts'
import { type InlineText, inlineText } from './inline.ts'

export type OutputList = { readonly numbering: ListNumbering | null; readonly items: readonly ListItem[] }
/** The number of the first item: a list that continues counts on. */
export type ListNumbering = { readonly start: number; readonly delimiter: string; readonly style: NumberStyle }
export type ListItem = {
  readonly content: readonly InlineText[]
  /** The item as blocks, where it has more than a paragraph. */
  readonly blocks: readonly ChildBlock[] | undefined
  readonly lists: readonly OutputList[]
  readonly id: string | undefined
}

/** A list item, of a page or inside another block. */
type ListItemBlock = ChildBlock & Partial<Pick<Block, 'id' | 'blocks'>>

type Node = { readonly block: ListItemBlock; readonly level: number; readonly children: Node[] }

/** Levels; deeper nesting is an attack on the stack. */
const maxOutputListLevel = 50

/**
 * Consecutive list items as nested lists. A new list begins where the kind of marker changes or the count breaks off.
 * Markers that the format does not have stay in the text; `styles` are the kinds of numbers that it has.
 */
export const listsOf = (blocks: readonly ListItemBlock[], styles: readonly NumberStyle[]): OutputList[] =>
  listsOfNodes(nest(blocks), styles)

const nest = (blocks: readonly ListItemBlock[]): Node[] => {
  const roots: Node[] = []
  const open: Node[] = []
  for (const block of blocks) {
    const node: Node = { block, level: Math.min(block.level ?? 1, maxOutputListLevel), children: [] }
    while ((open.at(-1)?.level ?? 0) >= node.level) open.pop()
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(node)
    open.push(node)
  }
  return roots
}

const listsOfNodes = (nodes: readonly Node[], styles: readonly NumberStyle[]): OutputList[] => {
  const found: { numbering: ListNumbering | null; items: ListItem[] }[] = []
  for (const { block, children } of nodes) {
    const numbering = numberingOf(block, styles)
    const { id } = block
    const marker = numbering === null ? printedMarker(block) : ''
    const content = inlineText(withMarker(marker, block))
    const blocks = block.blocks?.map((inner, index) =>
      index === 0 ? { ...inner, ...withMarker(marker, inner) } : inner,
    )
    const item = { content, blocks, lists: listsOfNodes(children, styles), id }
    const last = found.at(-1)
    if (last !== undefined && isOutputListContinued(last, numbering)) last.items.push(item)
    else found.push({ numbering, items: [item] })
  }
  return found
}

const isOutputListContinued = (list: OutputList, next: ListNumbering | null): boolean =>
  list.numbering === null || next === null
    ? list.numbering === next
    : list.numbering.delimiter === next.delimiter &&
      list.numbering.style === next.style &&
      next.start === list.numbering.start + list.items.length

/** The number of an item that the document counts itself, or that is printed as digits. */
const numberingOf = (
  { marker = '', numbering }: ListItemBlock,
  styles: readonly NumberStyle[],
): ListNumbering | null => {
  if (numbering !== undefined && !styles.includes(numbering.style) && !isOutline(marker)) return null
  if (numbering !== undefined)
    return { start: numbering.value, delimiter: marker.endsWith(')') ? ')' : '.', style: numbering.style }
  const [, digits, delimiter] = /^(\d{1,9})([.)])$/.exec(marker) ?? []
  return digits === undefined || delimiter === undefined ? null : { start: Number(digits), delimiter, style: 'decimal' }
}

/**
 * Tells whether a marker only orders, as `b.` and `IV.` do, so that digits may replace it. Text refers to those in
 * parentheses: `clause (b)`.
 */
const isOutline = (marker: string): boolean => marker === '' || /^\p{L}+\.$/u.test(marker)

/** Letters and nested numbers such as `a)` and `1.2`, which stay in the text where the format does not have them. */
const printedMarker = ({ marker = '' }: ListItemBlock): string =>
  marker !== 'o' && /[\p{L}\p{N}]/u.test(marker) ? marker : ''

const withMarker = (
  marker: string,
  { text, runs = [{ text }] }: Pick<Block, 'text' | 'runs'>,
): Pick<Block, 'text' | 'runs'> =>
  marker === '' ? { text, runs } : { text: `${marker} ${text}`, runs: [{ text: `${marker} ` }, ...runs] }

/** Blocks with consecutive list items grouped. */
type Section<Each> =
  | { readonly kind: 'list'; readonly items: readonly Each[] }
  | { readonly kind: 'block'; readonly block: Each }

export const sectionsOf = <Each extends ChildBlock>(blocks: readonly Each[]): Section<Each>[] => {
  const found: Section<Each>[] = []
  let items: Each[] = []
  for (const block of blocks) {
    if (block.type !== 'list_item') {
      items = []
      found.push({ kind: 'block', block })
    } else if (block.text.trim() !== '') {
      if (items.length === 0) found.push({ kind: 'list', items })
      items.push(block)
    }
  }
  return found
}
