import type { BlockType } from '../../../document/model.ts'
import type { PageContent } from '../../layout/page-content.ts'
import type { DraftBlock } from '../../paged/draft.ts'
import type { StructureChild } from '../../pdfium/structure-tree.ts'
import { withLeftovers } from './leftovers.ts'
import type { Piece } from './piece.ts'
import { readPieces } from './read-pieces.ts'
import { toBlocks } from './to-blocks.ts'
import { isSound, isTelling } from './trust.ts'
import { createWordSource, type WordSource } from './word-source.ts'

/** A page with what the structure tree has on it; null where there is no tree. */
export type TaggedPage = { readonly content: PageContent; readonly tree: readonly StructureChild[] | null }

/**
 * The blocks of tagged pages, by the structure tree of their document, in its order; what the tree leaves out stands among
 * them. Null for a page on which the tree is missing or worse than the look of the page, and for all pages of a document
 * whose tree tells nothing.
 */
export const readTagged = (pages: readonly TaggedPage[]): (readonly DraftBlock[] | null)[] => {
  const seen = new Map<string, BlockType>()
  const read = pages.map(({ content, tree }) => (tree === null ? null : readPage(content, tree, seen)))
  const sound = read.map((page) => (page !== null && page.isSound ? page : null))
  const pieces = sound.flatMap((page) => page?.pieces ?? [])
  if (!isTelling(pieces)) return pages.map(() => null)
  const hasHeadings = pieces.some(({ type }) => type === 'heading' || type === 'title')
  const last = new Map<BlockType, string>()
  return sound.map((page, index) => {
    const content = pages[index]?.content
    if (page === null || content === undefined) {
      last.clear()
      return null
    }
    const blocks = page.pieces.flatMap((piece) => finish(piece, last, hasHeadings))
    return withLeftovers(blocks, page.source.left(), content)
  })
}

type ReadPage = { readonly pieces: readonly Piece[]; readonly source: WordSource; readonly isSound: boolean }

const readPage = (
  content: PageContent,
  tree: readonly StructureChild[],
  seen: Map<string, BlockType>,
): ReadPage => {
  const source = createWordSource(content.words)
  const pieces = readPieces(tree, source, seen)
  for (const { key, type, item } of pieces) {
    seen.set(key, type)
    if (item !== undefined) seen.set(item, type)
  }
  return { pieces, source, isSound: isSound(pieces, content.words) }
}

/** A piece as blocks; it continues when the last one of its type, on the page before, was of the same element. */
const finish = (piece: Piece, last: Map<BlockType, string>, hasHeadings: boolean): DraftBlock[] =>
  toBlocks(piece).map((block, column) => {
    const continues = column > 0 || last.get(block.type) === piece.key
    last.set(block.type, piece.key)
    const { known: _known, ...guessed } = block
    // Where nothing is tagged as a heading, the look of a paragraph may still tell that it is one.
    const finished = block.type === 'paragraph' && !hasHeadings ? guessed : block
    return continues ? { ...finished, continues } : finished
  })
