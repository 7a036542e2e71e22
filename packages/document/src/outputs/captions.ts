import type { Block, Table } from '../model.ts'

/**
 * Whose the captions are, from the id of a table's or picture's block to the caption's: a table's by the text that it
 * knows, or else of what stands beside it; of two that stand round a caption the one above it has it, if it has none yet.
 */
export const captionsOf = (
  blocks: readonly Block[],
  tables: ReadonlyMap<string, Table>,
): ReadonlyMap<string, Block> => {
  const captionOf = new Map<string, Block>()
  const known = ({ table }: Block): string | undefined => (table === undefined ? undefined : tables.get(table)?.caption)
  for (const [index, caption] of blocks.entries()) {
    if (caption.type !== 'caption') continue
    const free = [blocks[index - 1], blocks[index + 1]].filter(
      (block) => block !== undefined && isCaptioned(block) && !captionOf.has(block.id),
    )
    const owner =
      free.find((block) => block !== undefined && known(block)?.trim() === caption.text.trim()) ??
      free.find((block) => block !== undefined && known(block) === undefined)
    if (owner !== undefined) captionOf.set(owner.id, caption)
  }
  return captionOf
}

const isCaptioned = ({ table, picture }: Block): boolean => table !== undefined || picture !== undefined
