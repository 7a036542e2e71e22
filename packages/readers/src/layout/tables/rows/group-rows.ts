import { columnsOf, isNumeric, type Piece, type PlacedRow } from './text-rows.ts'

/** Lines that make one row of the table, from the top. */
export type RowGroup = readonly PlacedRow[]

type Options = {
  /** Where the text of each column ends at the right. */
  readonly rights: readonly number[]
  /** Whether something is drawn between two lines. */
  readonly isDivided: (above: PlacedRow, below: PlacedRow) => boolean
  /** Whether what is drawn divides every row from the next, so that lines it does not divide belong together. */
  readonly isRuled: boolean
}

/** In heights of the text: lines that overlap; and as a factor, lines as close as the closest are. */
/** Where all columns of a full row seem to go on, they must be long enough to have been wrapped. */
const minWords = 3

const closeness = { overlapping: 0.75, tight: 1.13, inRow: 1.85 }

/**
 * The lines of a table as its rows. Lines are closer together within a row than between rows, where cells have more than
 * one; this is believed when the text of the closer lines could not have stood on one. Else each line is asked whether it
 * goes on with the one above it.
 */
export const groupRows = (rows: readonly PlacedRow[], options: Options): RowGroup[] => {
  const pairs = rows.slice(1).map((below, index) => ({ above: rows[index] ?? below, below }))
  const open = pairs.filter(({ above, below }) => !options.isDivided(above, below))
  const pitches = open.filter(isApart).map(pitchOf)
  const tight = Math.min(...pitches) * closeness.tight
  const bySpacing = saysSpacing(open, tight, options)
  const groups: PlacedRow[][] = []
  for (const [index, below] of rows.entries()) {
    const group = groups.at(-1)
    const above = rows[index - 1]
    if (group === undefined || above === undefined || !goesOn(group, { above, below })) groups.push([below])
    else group.push(below)
  }
  return groups

  function goesOn(group: readonly PlacedRow[], pair: Pair): boolean {
    if (options.isDivided(pair.above, pair.below)) return false
    if (!isApart(pair)) return group.every((line) => !sharesColumn(line, pair.below)) || options.isRuled
    if (options.isRuled && pitchOf(pair) < pair.above.size * closeness.inRow)
      return areOneText(pair, options) || (countNumbers(pair) === 0 && inBoth(pair).length < 2)
    const isTight = pitchOf(pair) <= Math.min(tight, Math.max(pair.above.size, pair.below.size) * closeness.inRow)
    return bySpacing ? isTight : isTight && continues(group, pair, options)
  }
}

type Pair = { readonly above: PlacedRow; readonly below: PlacedRow }

const pitchOf = ({ above, below }: Pair): number => below.baseline - above.baseline
const isApart = (pair: Pair): boolean =>
  pitchOf(pair) > Math.min(pair.above.size, pair.below.size) * closeness.overlapping

const sharesColumn = (a: PlacedRow, b: PlacedRow): boolean => !columnsOf(a).isDisjointFrom(columnsOf(b))

const saysSpacing = (pairs: readonly Pair[], tight: number, options: Options): boolean => {
  const apart = pairs.filter(isApart)
  const joined = apart.filter((pair) => pitchOf(pair) <= tight)
  const loosest = Math.max(...joined.map((pair) => pitchOf(pair) / pair.above.size))
  if (joined.length === 0 || joined.length === apart.length || loosest > closeness.inRow) return false
  const wrapped = joined.filter((pair) => areOneText(pair, options))
  return wrapped.length >= joined.length * 0.7
}

const inBoth = ({ above, below }: Pair): { a: Piece; b: Piece }[] =>
  below.pieces.flatMap((b) => {
    const a = above.pieces.find((piece) => piece.first === b.first)
    return a === undefined ? [] : [{ a, b }]
  })

const countNumbers = (pair: Pair): number =>
  inBoth(pair).filter(({ a, b }) => isNumeric(a.text) && isNumeric(b.text)).length

/** Whether the lower line may go on with the upper one in any column, and has no figures of its own. */
const areOneText = (pair: Pair, options: Options): boolean => {
  const numbers = countNumbers(pair)
  return numbers < 2 && shareWrapped(pair, options) > (numbers === 0 ? 0 : 0.5)
}

/** Of the columns with text on both lines, the share in which the upper line has no room for the next word. */
const shareWrapped = (pair: Pair, { rights }: Options): number => {
  const both = inBoth(pair)
  const wrapped = both.filter(({ a, b }) => isWrapped(a, b, rights, pair.above.size))
  return both.length === 0 ? 0 : wrapped.length / both.length
}

const isWrapped = (a: Piece, b: Piece, rights: readonly number[], size: number): boolean => {
  const [next] = b.words
  const room = (rights[a.last] ?? 0) - a.to
  return next !== undefined && next.box[2] - next.box[0] + size * 0.25 > room - size * 0.4
}

const continues = (group: readonly PlacedRow[], pair: Pair, options: Options): boolean => {
  if (countNumbers(pair) > 0) return false
  const { above, below } = pair
  const [lower, upper] = [columnsOf(below), columnsOf(above)]
  const both = inBoth(pair)
  const wrapped = both.filter(({ a, b }) => isWrapped(a, b, options.rights, above.size))
  const readsOn = both.some(({ a, b }) => goesOnInText(a.text, b.text))
  if (!lower.has(0)) {
    const taken = new Set(group.flatMap((line) => [...columnsOf(line)]))
    return (
      lower.isSubsetOf(taken) && !below.pieces.some(({ text }) => isNumeric(text)) && (wrapped.length > 0 || readsOn)
    )
  }
  const allReadOn = both.every(
    ({ a, b }) => goesOnInText(a.text, b.text) && (both.length === 1 || a.words.length >= minWords),
  )
  if (both.length === 0 || wrapped.length < both.length || !allReadOn) return false
  return lower.size === 1 || upper.size === 1 || upper.isSupersetOf(lower)
}

const goesOnInText = (above: string, below: string): boolean =>
  /^[\p{Ll}(&/–-]/u.test(below) || /(?:[,/&\-–]|\b(?:and|or|of|the|for|in|to|by|with|from|at|a|an))$/iu.test(above)
