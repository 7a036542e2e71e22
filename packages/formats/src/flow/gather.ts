import { contentOf, holding, inherited, linesOfContent } from './content.ts'
import type { FlowBlock } from './flow.ts'

/** A block in its place in a text, before it is known what it belongs to. */
export type Placed = {
  readonly block: FlowBlock
  /** The block goes on a list item of this level or a higher one. */
  readonly within?: number
  /** The indent of the text, in the unit of the format. */
  readonly indent?: number
}

/** Items to look back over; what goes on an item farther up is rare, and the search must not cost the square of a list. */
const farthest = 1000

type GatherEntry = { readonly placed: Placed; readonly inner: FlowBlock[] }

/**
 * Blocks in order: what goes on a list item is put into it, and lines of code and paragraphs of a quote that follow each
 * other become one. A block goes on an item where it says so, or where it is indented like its text, and more than the
 * text around the list.
 */
export const gathered = (all: readonly Placed[]): FlowBlock[] => {
  const entries: GatherEntry[] = []
  let around = 0
  for (const one of all) {
    const at = one.block.type === 'list_item' ? -1 : itemThatGoesOn(entries, one, around)
    const item = entries[at]
    if (item === undefined) {
      if (one.block.type !== 'list_item') around = one.indent ?? 0
      entries.push({ placed: one, inner: [] })
      continue
    }
    const between = entries.slice(at + 1)
    if (between.some(({ inner, placed: { block } }) => inner.length > 0 || block.blocks !== undefined)) {
      // Items hold one level of blocks: what goes on after such items goes on the last of them.
      entries.at(-1)?.inner.push(one.block)
      continue
    }
    entries.length = at + 1
    for (const { placed: inside } of between) item.inner.push(inside.block)
    item.inner.push(one.block)
  }
  return joinedBlocks(
    entries.map(({ placed: { block }, inner }) => {
      if (inner.length === 0) return block
      const { text: _, runs: _runs, blocks: _blocks, ...item } = block
      return holding(item, joinedBlocks([...contentOf(block), ...inner]))
    }),
  )
}

/** The index of the item that a block goes on, in the list at the end; -1 where there is none. */
const itemThatGoesOn = (entries: readonly GatherEntry[], { within, indent }: Placed, around: number): number => {
  if (within === undefined && (indent === undefined || indent <= around)) return -1
  for (let at = entries.length - 1; at >= Math.max(0, entries.length - farthest); at -= 1) {
    const item = entries[at]?.placed
    if (item?.block.type !== 'list_item') return -1
    const { level = 1 } = item.block
    if (within === undefined ? item.indent !== undefined && item.indent <= (indent ?? 0) : level <= within) return at
  }
  return -1
}

/** Lines of code, and paragraphs of a quote, that follow each other, become one block. */
export const joinedBlocks = (blocks: readonly FlowBlock[]): FlowBlock[] => {
  if (!blocks.some(({ type }) => type === 'code' || type === 'quote')) return [...blocks]
  const groups: FlowBlock[][] = []
  for (const block of blocks) {
    const group = groups.at(-1)
    const isSame = group?.[0]?.type === block.type && (block.type === 'code' || block.type === 'quote')
    if (group !== undefined && isSame) group.push(block)
    else groups.push([block])
  }
  return groups.flatMap((group): FlowBlock[] => {
    const [only] = group
    if (only === undefined || group.length === 1) return group
    if (only.type === 'quote') return [holding({ type: 'quote', ...inherited(group) }, group.flatMap(contentOf))]
    return [{ ...only, text: linesOfContent(group), ...inherited(group) }]
  })
}
