import type { Block, Table } from '../model.ts'

/**
 * The caption of each table or picture, by the id of its block. A table's caption is the one whose text the table
 * knows; otherwise a caption belongs to its neighbour, to the one above it if both could have it.
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
