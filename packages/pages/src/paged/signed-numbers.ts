import { union } from '@polyparse/document'
import { lastOf } from '@polyparse/document/items'
import { isNumericText, isSignAfterNumber, isSignBeforeNumber } from '../language/numbers.ts'
import { meanConfidence, type DraftCell } from './draft.ts'

/*
 * Financial statements often set the currency before a number, and the bracket or per cent after it, into cells of their
 * own, under one heading of all of them. They are part of the number, and their columns are none: whoever reads the
 * table by its columns would find `$` for an amount, and a negative amount without its closing bracket.
 */

type CellOfNumber = Omit<DraftCell, 'row' | 'column'>

/** A number with the cells of its signs, from the left of the page, and the text of all of them. */
export type SignedNumber<Cell> = { readonly cells: readonly Cell[]; readonly number: Cell; readonly text: string }

/**
 * The numbers of a row that have signs in cells of their own beside them; its cells are those with a text, from the left
 * of the page. A sign that is named apart from the number, by the heading of its column, is a value like others.
 */
export const signedNumbersOf = <Cell extends CellOfNumber>(
  row: readonly Cell[],
  isNamed: (sign: Cell, number: Cell) => boolean,
): SignedNumber<Cell>[] => {
  const isOpen = (sign: Cell | undefined, number: Cell): sign is Cell =>
    sign !== undefined && !sign.header && sign.rowSpan === 1 && sign.columnSpan === 1 && !isNamed(sign, number)
  const trails = doCurrenciesTrail(row)
  return row.flatMap((number, index) => {
    if (!isNumberCell(number)) return []
    const [before, after, behind] = [row[index - 1], row[index + 1], row[index + 2]]
    const cells = [number]
    let { text } = number
    if (isOpen(before, number) && isSignBeforeNumber(before.text) && !(trails && isCurrency(before.text))) {
      cells.unshift(before)
      text = before.text.endsWith('(') ? before.text + text : `${before.text} ${text}`
    }
    const takeAfter = (sign: Cell | undefined): boolean => {
      if (!isOpen(sign, number)) return false
      const closes = isSignAfterNumber(sign.text) && (!sign.text.startsWith(')') || isUnclosed(text))
      if (!closes && !(trails && isCurrency(sign.text))) return false
      cells.push(sign)
      text = closes ? text + sign.text : `${text} ${sign.text}`
      return true
    }
    if (takeAfter(after)) takeAfter(behind)
    return cells.length === 1 ? [] : [{ cells, number, text }]
  })
}

/** The cell of a number with what the cells of its signs hold. */
export const withSigns = <Cell extends CellOfNumber>({ cells, number, text }: SignedNumber<Cell>): Cell => ({
  ...number,
  text,
  ...(number.runs !== undefined && { runs: cells.flatMap(({ runs, text: own }) => runs ?? [{ text: own }]) }),
  ...(number.confidence !== undefined && { confidence: meanConfidence(cells) }),
  box: union(cells.flatMap(({ box }) => (box === null ? [] : [box]))),
})

/**
 * Tells whether a text of a cell is neither a number nor a sign of one, so that its column has a meaning of its own.
 * @example isWordOfTable('Rent') // true
 */
export const isWordOfTable = (text: string): boolean =>
  text !== '' && !isNumericText(text) && !isSignBeforeNumber(text) && !isSignAfterNumber(text)

const isNumberCell = ({ header, rowSpan, text }: CellOfNumber): boolean =>
  !header && rowSpan === 1 && isNumericText(text) && /[\p{Nd}–—-]/u.test(text)

const isCurrency = (text: string): boolean => isSignBeforeNumber(text) && /\p{Sc}$/u.test(text)

const isUnclosed = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')')

/** Tells whether currencies follow the numbers of a row, as they do where one is its last text. */
const doCurrenciesTrail = (row: readonly CellOfNumber[]): boolean => row.length > 0 && isCurrency(lastOf(row).text)
