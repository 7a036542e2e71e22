import { type BlockType, union } from '@polyparse/document'
import { itemAt, pairwise } from '@polyparse/document/items'
import { enumeratorOf } from '../../language/enumerators.ts'
import { isTickSign } from '../../language/tick-signs.ts'
import type { ContentWord, PageContent } from '../../layout/page-content.ts'
import { taggedLines } from './tagged-lines.ts'
import type { TaggedPiece } from './piece.ts'
import { taggedTrust } from './parameters.ts'

/** Types that are more informative than plain text. */
const telling = new Set<BlockType>(['title', 'heading', 'list_item', 'table', 'caption', 'formula', 'footnote'])
/** Types that may be anywhere in a tree, far from their place on the page. */
const floatingTaggedTypes = new Set<BlockType>(['footnote', 'caption'])

/**
 * Tells whether the tree of a document is more informative than the look of its pages: it has more than paragraphs, and most
 * text is not headings.
 */
export const isInformative = (pieces: readonly TaggedPiece[]): boolean => {
  const all = textLengthOfPieces(pieces)
  const headings = textLengthOfPieces(pieces.filter(({ type }) => type === 'heading' || type === 'title'))
  return (
    pieces.some(({ type }) => telling.has(type)) &&
    (headings < all * taggedTrust.maxHeadingShare || pieces.length < taggedTrust.minPieces)
  )
}

/** Tells whether the tree of a page covers most of its text, follows its order, and divides it into its paragraphs. */
export const isSound = (
  pieces: readonly TaggedPiece[],
  left: readonly ContentWord[],
  { height }: PageContent,
): boolean => {
  const covered = textLengthOfPieces(pieces)
  // Headers and footers are not part of the tree.
  const missed = left.filter(
    ({ box }) => box[3] > height * taggedTrust.margin && box[1] < height * (1 - taggedTrust.margin),
  )
  if (covered === 0 || missed.reduce((sum, { text }) => sum + text.length, 0) > covered * taggedTrust.maxMissingShare)
    return false
  if (textLengthOfPieces(pieces.filter(isMerged)) > covered * taggedTrust.maxLumpShare) return false
  return !isOutOfOrder(pieces) && !areMisnumbered(pieces) && !areTorn(pieces) && !hasStrayTicks(pieces)
}

const textLengthOfPieces = (pieces: readonly TaggedPiece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.words.reduce((length, { text }) => length + text.length, 0), 0)

/** Tells whether a paragraph has many lines at clearly different distances. */
const isMerged = ({ type, words }: TaggedPiece): boolean => {
  if ((type !== 'paragraph' && type !== 'list_item') || words.every(({ style }) => style.monospaced)) return false
  const lines = taggedLines(words)
  if (lines.length < taggedTrust.minLumpLines) return false
  const steps = pairwise(lines).map(([above, below]) => below.baseline - above.baseline)
  const usual = itemAt(
    steps.toSorted((a, b) => a - b),
    Math.floor(steps.length / 2),
  )
  return steps.filter((step) => step > usual * taggedTrust.minLumpGapRatio).length >= taggedTrust.minLumpGaps
}

/**
 * Tells whether many paragraphs are the cells of rows, one right of the other on the same line: the tree has no table for
 * them, and would tear their rows apart.
 */
const areTorn = (pieces: readonly TaggedPiece[]): boolean => {
  const beside = pieces.filter((piece, index) => {
    const before = pieces[index - 1]
    return before !== undefined && isOneLine(before) && isOneLine(piece) && isRightOf(piece, before)
  })
  const rows = new Set(beside.map(({ words }) => Math.round(words[0]?.baseline ?? 0)))
  return rows.size >= taggedTrust.minTornRows && beside.length > pieces.length * taggedTrust.minTornShare
}

const isOneLine = ({ type, words }: TaggedPiece): boolean => type === 'paragraph' && taggedLines(words).length === 1

const isRightOf = (piece: TaggedPiece, before: TaggedPiece): boolean => {
  const [last, first] = [before.words.at(-1), piece.words[0]]
  return (
    last !== undefined &&
    first !== undefined &&
    Math.abs(first.baseline - last.baseline) < first.size * taggedTrust.maxRowShift &&
    first.box[0] > last.box[2] + first.size
  )
}

/**
 * Tells whether boxes to tick are drawn in cells of a table without text, which no tag tells: they would be those of the next
 * cell that has some.
 */
const hasStrayTicks = (pieces: readonly TaggedPiece[]): boolean =>
  pieces.some(
    ({ type, words }) =>
      type === 'table' &&
      words.some(
        (tick, index) =>
          isTickSign(tick.text) &&
          tick.entry !== undefined &&
          [words[index - 1], words[index + 1]].every(
            (other) => other === undefined || gapBetween(tick, other) > tick.size * taggedTrust.maxTickGap,
          ),
      ),
  )

/** Infinite for words of different lines. */
const gapBetween = (a: ContentWord, b: ContentWord): number =>
  Math.abs(a.baseline - b.baseline) > a.size / 2 ? Infinity : Math.max(a.box[0] - b.box[2], b.box[0] - a.box[2])

/** Tells whether many blocks are above the one before them in the same column. */
const isOutOfOrder = (pieces: readonly TaggedPiece[]): boolean => {
  const places = pieces
    .filter(({ type }) => !floatingTaggedTypes.has(type))
    .flatMap(({ words }) => {
      const box = union(words.map((word) => word.box))
      return box === null ? [] : [{ left: box[0], top: box[1], right: box[2] }]
    })
  const wrong = places.filter((place, index) => {
    const before = places[index - 1]
    return (
      before !== undefined &&
      place.top < before.top - taggedTrust.topTolerance &&
      place.left < before.right &&
      place.right > before.left
    )
  }).length
  return wrong > taggedTrust.maxMisplaced && wrong > places.length * taggedTrust.maxMisplacedShare
}

/**
 * Tells whether the numbers of the headings go down the columns of the page while the tree goes along its rows, as one does
 * that has the parts of the page in the order of their source.
 */
const areMisnumbered = (pieces: readonly TaggedPiece[]): boolean => {
  const headings = pieces.flatMap(({ type, words }) => {
    const box = union(words.map((word) => word.box))
    const number = type === 'heading' ? leadingNumberOfHeading(words.map(({ text }) => text).join(' ')) : null
    return box === null || number === null ? [] : [{ number, left: box[0], top: box[1] }]
  })
  if (headings.length < taggedTrust.minNumbered || isAscending(headings)) return false
  const columnOf = ({ left }: { readonly left: number }): number =>
    headings.find((other) => Math.abs(other.left - left) < taggedTrust.columnTolerance)?.left ?? left
  return isAscending(headings.toSorted((a, b) => columnOf(a) - columnOf(b) || a.top - b.top))
}

/** The whole number that a heading begins with. */
const leadingNumberOfHeading = (text: string): number | null => {
  const found = enumeratorOf(text)
  return found !== null && /^\d+\.?$/.test(found.text) ? Number.parseInt(found.text, 10) : null
}

const isAscending = (headings: readonly { readonly number: number }[]): boolean =>
  headings.every(({ number }, index) => number > (headings[index - 1]?.number ?? -1))
