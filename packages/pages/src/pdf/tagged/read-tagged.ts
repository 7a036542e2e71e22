import type { BlockType } from '@polyparse/document'
import type { ContentWord, PageContent } from '../../layout/page-content.ts'
import type { DraftBlock } from '../../paged/draft.ts'
import type { StructureChild } from '../../pdfium/structure-tree.ts'
import type { TaggedPiece } from './piece.ts'
import { readPieces } from './read-pieces.ts'
import { toBlocks, withUntagged } from './to-blocks.ts'
import { isSound, isInformative } from './trust.ts'
import { createWordSource, type WordSource } from './word-source.ts'
import { programs } from './parameters.ts'

/** A page with its part of the structure tree; null where there is no tree. */
export type TaggedPage = { readonly content: PageContent; readonly tree: readonly StructureChild[] | null }

/**
 * The blocks of tagged pages, by the structure tree of their document, in its order; what the tree leaves out is put
 * among them. Null for a page on which the tree is missing or worse than the look of the page, and for all pages of a
 * document whose tree is uninformative.
 */
export const readTagged = (pages: readonly TaggedPage[]): (readonly DraftBlock[] | null)[] => {
  const seen = new Map<string, BlockType>()
  const read = pages.map(({ content, tree }) => (tree === null ? null : readTaggedPage(content, tree, seen)))
  const sound = read.map((page) => (page !== null && page.isSound ? page : null))
  const pieces = sound.flatMap((page) => page?.pieces ?? [])
  if (!isInformative(pieces)) return pages.map(() => null)
  const hasHeadings = pieces.some(({ type }) => type === 'heading' || type === 'title')
  const isPlain = isTypewritten(pieces)
  const title = isPlain ? undefined : titleAmong(pieces)
  const last = new Map<BlockType, string>()
  return sound.map((page, index) => {
    const content = pages[index]?.content
    if (page === null || content === undefined) {
      last.clear()
      return null
    }
    const blocks = (isPlain ? page.pieces : joinPrograms(page.pieces)).flatMap((piece) => {
      const isGuessed = piece.type === 'paragraph' && (!hasHeadings || piece === title)
      return finish(piece, { last, isGuessed, isPlain })
    })
    return withUntagged(blocks, page.source.left(), { page: content, hasHeadings })
  })
}

type TaggedPageReading = {
  readonly pieces: readonly TaggedPiece[]
  readonly source: WordSource
  readonly isSound: boolean
}

const readTaggedPage = (
  content: PageContent,
  tree: readonly StructureChild[],
  seen: Map<string, BlockType>,
): TaggedPageReading => {
  const source = createWordSource(content.words)
  const pieces = readPieces(tree, source, seen)
  for (const { key, type, item } of pieces) {
    seen.set(key, type)
    if (item !== undefined) seen.set(item, type)
  }
  return { pieces, source, isSound: isSound(pieces, source.left(), content) }
}

type Finish = { readonly last: Map<BlockType, string>; readonly isGuessed: boolean; readonly isPlain: boolean }

/** A piece as blocks; it continues when the last one of its type, on the page before, was of the same element. */
const finish = (piece: TaggedPiece, { last, isGuessed, isPlain }: Finish): DraftBlock[] =>
  toBlocks(piece, isPlain).map((block, column) => {
    const continues = column > 0 || last.get(block.type) === piece.key
    last.set(block.type, piece.key)
    const { known: _known, ...open } = block
    return { ...(isGuessed && block.type === 'paragraph' ? open : block), ...(continues && { continues: block.type }) }
  })

/**
 * Word processors tag titles as paragraphs, and where nothing is tagged as a heading, paragraphs may be headings: their
 * style decides. The title is the first text of a document if it is at least as large as all its headings.
 */
const titleAmong = (pieces: readonly TaggedPiece[]): TaggedPiece | undefined => {
  const [first] = pieces
  const sizeOf = (some: readonly TaggedPiece[]): number =>
    some.reduce((largest, { words }) => words.reduce((max, { size }) => Math.max(max, size), largest), 0)
  const headings = pieces.filter(({ type }) => type === 'heading')
  return first !== undefined && headings.length > 0 && sizeOf([first]) >= sizeOf(headings) ? first : undefined
}

/** Joins the lines of a program that are each tagged as a paragraph, as word processors do. */
const joinPrograms = (pieces: readonly TaggedPiece[]): TaggedPiece[] => {
  const joined: TaggedPiece[] = []
  for (const piece of pieces) {
    const above = joined.at(-1)
    if (above !== undefined && isLine(above) && isLine(piece) && isNextLine(above, piece)) {
      joined.pop()
      joined.push({ ...above, words: [...above.words, ...piece.words] })
    } else joined.push(piece)
  }
  return joined
}

/** Tells whether most of a text is monospaced, so that the style means nothing. */
const isTypewritten = (pieces: readonly TaggedPiece[]): boolean => {
  const words = pieces.flatMap((piece) => piece.words)
  const length = (some: readonly ContentWord[]): number => some.reduce((sum, { text }) => sum + text.length, 0)
  return length(words.filter(({ style }) => style.monospaced)) > length(words) * programs.minTypewrittenShare
}

const isLine = ({ type, words }: TaggedPiece): boolean =>
  type === 'paragraph' && words.every(({ style }) => style.monospaced)

const isNextLine = (above: TaggedPiece, piece: TaggedPiece): boolean => {
  const [last, first] = [above.words.at(-1), piece.words[0]]
  if (last === undefined || first === undefined) return false
  const step = first.baseline - last.baseline
  return step > 0 && step < last.size * programs.maxLineStep
}
