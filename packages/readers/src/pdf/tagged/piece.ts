import type { BlockType } from '@polyparse/document'
import type { ContentWord } from '../../layout/page-content.ts'
import type { DraftTable } from '../../paged/draft.ts'

/** What the tree says of some words of a page that make a block together. */
export type Piece = {
  readonly type: BlockType
  /** The way to its element from the top of the tree, the same on every page it is on. */
  readonly key: string
  readonly words: readonly ContentWord[]
  readonly level?: number
  /** Of a list item; null where the tree has no label for it, so that it may stand among the words. */
  readonly marker?: string | null
  /** Of a list item, the way to the element of the whole item. */
  readonly item?: string
  readonly table?: DraftTable
}

/** The types of the pieces of earlier pages by their keys; those of list items also by the key of the item. */
export type SeenPieces = ReadonlyMap<string, BlockType>
