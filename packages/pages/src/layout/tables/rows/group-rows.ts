import { itemAt, pairwise } from '@polyparse/document/items'
import { readsOn } from '@polyparse/engine'
import { rows as limits } from './parameters.ts'
import { rowsOfBlocks } from './blocks.ts'
import { columnsOfLine, isNumericText, type RowPiece, type PlacedRow } from './text-rows.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Says which lines of text make one row of a table. Cells with more text than fits on one line are the rule in some
 * tables and absent in others; spacing tells them apart where it can, the text itself where it cannot.
 */

/** Lines that make one row of the table, from the top. */
export type RowGroup = readonly PlacedRow[]

type GroupRowsOptions = {
  /** Where the text of each column ends at the right. */
  readonly rights: readonly number[]
  /** Whether something is drawn between two lines. */
  readonly isDivided: (above: PlacedRow, below: PlacedRow) => boolean
  /** Whether what is drawn divides every row from the next, so that lines it does not divide belong together. */
  readonly isRuled: boolean
}

/**
 * The lines of a table as its rows, from the top. Where cells have several lines, these are closer together than rows
 * are. Where cells are set in the middle of their rows, the white in each column says it. Otherwise it counts when the text of the closer lines could not have stood on one line; otherwise each line joins the
 * one above it when its text continues it.
 */
export const groupRows = (rows: readonly PlacedRow[], options: GroupRowsOptions): readonly RowGroup[] => {
  const shifted = rowsOfBlocks(rows, (above, below, size) => isWrapped(above, below, options.rights, size))
  const isCut = (group: RowGroup): boolean => pairwise(group).some(([above, below]) => options.isDivided(above, below))
  if (shifted !== null && !shifted.some(isCut)) return shifted
  const pairs = pairwise(rows).map(([above, below]) => ({ above, below }))
  const open = pairs.filter(({ above, below }) => !options.isDivided(above, below))
  const pitches = open.filter(isSpacedPair).map(pitchOf)
  const tight = minOf(pitches) * limits.tight
  const spaced = saysSpacing(open, tight, options) ? grouped(true) : null
  return spaced !== null && !spaced.some(hasHole) ? spaced : grouped(false)

  function grouped(bySpacing: boolean): RowGroup[] {
    const groups: PlacedRow[][] = []
    for (const [index, below] of rows.entries()) {
      const group = groups.at(-1)
      const above = rows[index - 1]
      if (group === undefined || above === undefined || !goesOn(group, { above, below }, bySpacing))
        groups.push([below])
      else group.push(below)
    }
    return groups
  }

  function goesOn(group: readonly PlacedRow[], pair: PlacedRowPair, bySpacing: boolean): boolean {
    if (options.isDivided(pair.above, pair.below)) return false
    if (!isSpacedPair(pair)) return group.every((line) => !sharesColumn(line, pair.below)) || options.isRuled
    if (options.isRuled && pitchOf(pair) < pair.above.size * limits.maxPitch)
      return areOneText(pair, options) || (countNumbers(pair) === 0 && inBoth(pair).length < 2)
    const isTight = pitchOf(pair) <= Math.min(tight, Math.max(pair.above.size, pair.below.size) * limits.maxPitch)
    return bySpacing ? isTight : isTight && isGroupContinued(group, pair, options)
  }
}

/**
 * Whether a column has text, then a line without any, then text again: those are two cells, since the lines of one
 * follow each other.
 */
const hasHole = (group: RowGroup): boolean => {
  const columns = new Set(group.flatMap(({ pieces }) => pieces.map(({ first }) => first)))
  return [...columns].some((column) => {
    const filled = group.map((line) => columnsOfLine(line).has(column))
    return filled.slice(filled.indexOf(true), filled.lastIndexOf(true)).includes(false)
  })
}

type PlacedRowPair = { readonly above: PlacedRow; readonly below: PlacedRow }

const pitchOf = ({ above, below }: PlacedRowPair): number => below.baseline - above.baseline
const isSpacedPair = (pair: PlacedRowPair): boolean =>
  pitchOf(pair) > Math.min(pair.above.size, pair.below.size) * limits.overlap

const sharesColumn = (a: PlacedRow, b: PlacedRow): boolean => !columnsOfLine(a).isDisjointFrom(columnsOfLine(b))

const saysSpacing = (pairs: readonly PlacedRowPair[], tight: number, options: GroupRowsOptions): boolean => {
  const apart = pairs.filter(isSpacedPair)
  const joined = apart.filter((pair) => pitchOf(pair) <= tight)
  const loosest = maxOf(joined.map((pair) => pitchOf(pair) / pair.above.size))
  if (joined.length === 0 || joined.length === apart.length || loosest > limits.maxPitch) return false
  const wrapped = joined.filter((pair) => areOneText(pair, options))
  return wrapped.length >= joined.length * limits.minWrappedShare
}

const inBoth = ({ above, below }: PlacedRowPair): { a: RowPiece; b: RowPiece }[] =>
  below.pieces.flatMap((b) => {
    const a = above.pieces.find((piece) => piece.first === b.first)
    return a === undefined ? [] : [{ a, b }]
  })

const countNumbers = (pair: PlacedRowPair): number =>
  inBoth(pair).filter(({ a, b }) => isNumericText(a.text) && isNumericText(b.text)).length

/** Whether the lower line continues the upper one in some column, and has no numbers of its own. */
const areOneText = (pair: PlacedRowPair, options: GroupRowsOptions): boolean => {
  const numbers = countNumbers(pair)
  return numbers < 2 && shareWrapped(pair, options) > (numbers === 0 ? 0 : limits.minWrappedWithNumber)
}

/** The share of columns with text on both lines in which the upper line has no room for the next word. */
const shareWrapped = (pair: PlacedRowPair, { rights }: GroupRowsOptions): number => {
  const both = inBoth(pair)
  const wrapped = both.filter(({ a, b }) => isWrapped(a, b, rights, pair.above.size))
  return both.length === 0 ? 0 : wrapped.length / both.length
}

const isWrapped = (a: RowPiece, b: RowPiece, rights: readonly number[], size: number): boolean => {
  const [next] = b.words
  const isSetRight = Math.abs(a.to - b.to) < limits.aligned && Math.abs(a.from - b.from) > limits.aligned
  // What is set to the right leaves no room there, however short it is.
  if (isSetRight) return false
  const room = itemAt(rights, a.last) - a.to
  return next !== undefined && next.box[2] - next.box[0] + size * limits.space > room - size * limits.slack
}

const isGroupContinued = (group: readonly PlacedRow[], pair: PlacedRowPair, options: GroupRowsOptions): boolean => {
  if (countNumbers(pair) > 0 || hasHole([...group, pair.below])) return false
  const { above, below } = pair
  const [lower, upper] = [columnsOfLine(below), columnsOfLine(above)]
  const both = inBoth(pair)
  const wrapped = both.filter(({ a, b }) => isWrapped(a, b, options.rights, above.size))
  const isOpen = both.some(({ a, b }) => readsOn(a.text, b.text))
  if (!lower.has(0)) {
    const taken = new Set(group.flatMap((line) => [...columnsOfLine(line)]))
    // A number may be the last word of a text, and else is a value of its own row.
    const endsText = (piece: RowPiece): boolean => wrapped.some(({ a, b }) => b === piece && !isNumericText(a.text))
    return (
      lower.isSubsetOf(taken) &&
      below.pieces.every((piece) => !isNumericText(piece.text) || endsText(piece)) &&
      (wrapped.length > 0 || isOpen)
    )
  }
  if (both.length === 0 || wrapped.length < both.length) return false
  const readingOn = both.filter(({ a, b }) => readsOn(a.text, b.text))
  // A name is wrapped without a small letter; the other columns tell, and one that is empty, as it is in no row.
  if (lower.size > 1 && lower.size < upper.size && lower.isSubsetOf(upper))
    return readingOn.length > both.length * limits.minReadingOn
  const allReadOn = both.length === 1 || both.every(({ a }) => a.words.length >= limits.minWords)
  if (readingOn.length < both.length || !allReadOn) return false
  return lower.size === 1 || upper.size === 1 || upper.isSupersetOf(lower)
}
