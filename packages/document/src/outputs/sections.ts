import type { Block } from '../model.ts'

/** Blocks with the list items that follow each other put together. */
export type Section =
  | { readonly kind: 'list'; readonly items: readonly Block[] }
  | { readonly kind: 'block'; readonly block: Block }

export const sectionsOf = (blocks: readonly Block[]): Section[] => {
  const found: Section[] = []
  let items: Block[] = []
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
