import type { BlockType } from '@polyparse/document'
import type { ContentWord } from '../../layout/page-content.ts'
import type { DraftTable } from '../../paged/draft.ts'

/** Words of a page that form a block, with what the tree says about them. */
export type TaggedPiece = {
  readonly type: BlockType
  /** The path to its element from the top of the tree, the same on every page. */
  readonly key: string
  readonly words: readonly ContentWord[]
  readonly level?: number
  /** The marker of a list item; null where the tree has no label for it, so that it may be among the words. */
  readonly marker?: string | null
  /** The path to the element of the whole list item. */
  readonly item?: string
  readonly table?: DraftTable
}

/** The types of the pieces of earlier pages by their keys; those of list items also by the key of the item. */
export type SeenPieces = ReadonlyMap<string, BlockType>
