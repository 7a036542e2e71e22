import type { Document } from '@polyparse/document'
import { type LeafLabel, labelOf, labelScore, wordsOfName } from '../labels/labels.ts'
import type { ArraySchema } from '../schema/extraction-schema.ts'
import { type AskedColumn, columnsOf, isSum, type Row, tokensOfText } from './array-columns.ts'
import { type LineRecord, recordsOfPage } from './records.ts'
import { typedValue, type WritingHabits } from './typed-values.ts'
import { yearsIn } from './years.ts'

/** An array whose items have one text and one or two amounts, and perhaps a number that counts them. */
type AskedStatement = {
  readonly key: string
  readonly columns: readonly AskedColumn[]
  readonly text: AskedColumn
  readonly counters: readonly AskedColumn[]
  readonly amounts: readonly AskedColumn[]
  readonly label: LeafLabel
}

type NamedArray = { readonly names: readonly string[]; readonly array: ArraySchema }

const numbering = labelOf('number', { title: '', description: '' })

const askedStatement = ({ names, array }: NamedArray): AskedStatement[] => {
  const columns = columnsOf(array) ?? []
  const [text, ...texts] = columns.filter(({ leaf }) => leaf.type === 'string' && leaf.enum === null)
  const numbers = columns.filter(({ leaf }) => leaf.type === 'number')
  const isCounter = ({ name }: AskedColumn): boolean => labelScore(numbering, wordsOfName(name)) === 1
  const [counters, amounts] = [numbers.filter(isCounter), numbers.filter((column) => !isCounter(column))]
  if (text === undefined || texts.length > 0 || amounts.length === 0 || numbers.length + 1 < columns.length) return []
  if (amounts.length > 2 || counters.length > 1) return []
  const { groups } = labelOf(names.at(-1) ?? '', { title: '', description: '' })
  return [{ key: names.join('/'), columns, text, counters, amounts, label: { groups, phrases: [] } }]
}

/** Rows of arrays with one text and an amount or two an item, from the lines below the title of each. */
export const statementRows = (
  arrays: readonly NamedArray[],
  { pages }: Pick<Document, 'pages'>,
  habits: WritingHabits,
): Map<string, Row[]> => {
  const asked = arrays.flatMap(askedStatement)
  const found = new Map<string, Row[]>()
  if (asked.length === 0) return found
  const titles = pages.flatMap((page) =>
    page.blocks.flatMap(({ type, text }) =>
      type === 'heading' || type === 'title' || type === 'caption' ? [text] : [],
    ),
  )
  let current: AskedStatement | undefined
  for (const page of pages) {
    let years: readonly number[] = []
    for (const records of Map.groupBy(recordsOfPage(page), ({ line }) => line).values()) {
      const titled = records.map((record) => statementTitledBy(record, asked, titles)).find((one) => one !== undefined)
      if (titled !== undefined) current = titled
      const told = [...new Set(records.flatMap(({ label, amounts }) => yearsIn([label, ...amounts].join(' '))))]
      if (told.length > 1) years = told
      if (current === undefined || titled !== undefined) continue
      for (const record of records) {
        const row = rowOfRecord(record, current, years, habits)
        if (row === null || isSum(row, current.columns)) continue
        const rows = found.get(current.key) ?? []
        rows.push(row)
        found.set(current.key, rows)
      }
    }
  }
  return found
}

const statementTitledBy = (
  { label: text, amounts }: LineRecord,
  asked: readonly AskedStatement[],
  titles: readonly string[],
): AskedStatement | undefined => {
  if (text.length < 4 || amounts.some((amount) => yearsIn(amount).length === 0)) return undefined
  if (!titles.some((title) => title.includes(text))) return undefined
  const tokens = tokensOfText(text)
  return tokens.length > 10 ? undefined : asked.find(({ label }) => labelScore(label, tokens) === 1)
}

/** The item of a line; null where the line does not say which of its amounts is which. */
const rowOfRecord = (
  { label, amounts: printed }: LineRecord,
  { columns, text, counters, amounts }: AskedStatement,
  years: readonly number[],
  habits: WritingHabits,
): Row | null => {
  if (!/\p{L}{3}/u.test(label) || printed.length === 0) return null
  if (printed.every((amount) => yearsIn(amount).length > 0 && !/[.,]\d{1,2}$/.test(amount))) return null
  const inOrder = amountsInOrder(printed, amounts.length, years)
  if (inOrder === null) return null
  // `Bill No. 3 Roof` is the third, and its name is Roof.
  const counted = counters.length === 0 ? null : /^(?:\p{L}{1,12}\.? ){0,3}(\d{1,4})[.):]? (\D.*)$/u.exec(label)
  return Object.fromEntries(
    columns.map((column): [string, string | number | null] => {
      const { name, leaf } = column
      if (column === text) return [name, (counted?.[2] ?? label).replace(/\s*:$/, '')]
      const value = counters.includes(column) ? counted?.[1] : inOrder[amounts.indexOf(column)]
      return [name, value === undefined ? null : typedValue(value, leaf, habits)]
    }),
  )
}

/** The amounts of a line, that of the latest period first; null where they cannot be told apart. */
const amountsInOrder = (printed: readonly string[], asked: number, years: readonly number[]): string[] | null => {
  if (printed.length === 1 && years.length < 2) return asked === 1 ? [...printed] : null
  if (printed.length !== years.length || printed.length < asked) return null
  return years
    .map((year, at) => ({ year, amount: printed[at] ?? '' }))
    .toSorted((one, other) => other.year - one.year)
    .map(({ amount }) => amount)
}
