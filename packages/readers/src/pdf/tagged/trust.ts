import { type BlockType, union } from '@polyparse/document'
import type { ContentWord, PageContent } from '../../layout/page-content.ts'
import { linesOf } from './lines.ts'
import type { Piece } from './piece.ts'
import { trust } from './parameters.ts'

/** Types that are more informative than plain text. */
const telling = new Set<BlockType>(['title', 'heading', 'list_item', 'table', 'caption', 'formula', 'footnote'])
/** Types that may be anywhere in a tree, far from their place on the page. */
const floating = new Set<BlockType>(['footnote', 'caption'])

/**
 * Whether the tree of a document is more informative than the look of its pages: it has more than paragraphs, and most
 * text is not headings.
 */
export const isInformative = (pieces: readonly Piece[]): boolean => {
  const all = lengthOf(pieces)
  const headings = lengthOf(pieces.filter(({ type }) => type === 'heading' || type === 'title'))
  return (
    pieces.some(({ type }) => telling.has(type)) &&
    (headings < all * trust.maxHeadingShare || pieces.length < trust.minPieces)
  )
}

/** Whether the tree of a page covers most of its text, follows its order, and divides it into its paragraphs. */
export const isSound = (pieces: readonly Piece[], left: readonly ContentWord[], { height }: PageContent): boolean => {
  const covered = lengthOf(pieces)
  // Headers and footers are not part of the tree.
  const missed = left.filter(({ box }) => box[3] > height * trust.margin && box[1] < height * (1 - trust.margin))
  if (covered === 0 || missed.reduce((sum, { text }) => sum + text.length, 0) > covered * trust.maxMissingShare)
    return false
  if (lengthOf(pieces.filter(isMerged)) > covered * trust.maxLumpShare) return false
  return !isOutOfOrder(pieces)
}

const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.words.reduce((length, { text }) => length + text.length, 0), 0)

/** Whether a paragraph has many lines at clearly different distances. */
const isMerged = ({ type, words }: Piece): boolean => {
  if ((type !== 'paragraph' && type !== 'list_item') || words.every(({ style }) => style.monospaced)) return false
  const lines = linesOf(words)
  if (lines.length < trust.minLumpLines) return false
  const steps = lines.slice(1).map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  return steps.filter((step) => step > usual * trust.minLumpGapRatio).length >= trust.minLumpGaps
}

/** Whether many blocks are above the one before them in the same column. */
const isOutOfOrder = (pieces: readonly Piece[]): boolean => {
  const places = pieces
    .filter(({ type }) => !floating.has(type))
    .flatMap(({ words }) => {
      const box = union(words.map((word) => word.box))
      return box === null ? [] : [{ left: box[0], top: box[1], right: box[2] }]
    })
  const wrong = places.filter((place, index) => {
    const before = places[index - 1]
    return (
      before !== undefined &&
      place.top < before.top - trust.topTolerance &&
      place.left < before.right &&
      place.right > before.left
    )
  }).length
  return wrong > trust.maxMisplaced && wrong > places.length * trust.maxMisplacedShare
}
