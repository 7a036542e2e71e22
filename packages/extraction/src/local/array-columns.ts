import { labelOf, labelScore } from '../labels/labels.ts'
import type { ArraySchema, LeafSchema } from '../schema/extraction-schema.ts'
import { foldText, tokensOfFolded } from '../values/fold.ts'

export type AskedColumn = { readonly name: string; readonly leaf: LeafSchema }
export type Row = Readonly<Record<string, string | number | null>>

/** An array of the schema with the columns of its items; null for items in other shapes. */
export const columnsOf = ({ items }: ArraySchema): AskedColumn[] | null => {
  if (items.kind === 'leaf') return [{ name: '', leaf: items }]
  if (items.kind !== 'object') return null
  const columns = items.properties.flatMap(({ name, schema }) =>
    schema.kind === 'leaf' ? [{ name, leaf: schema }] : [],
  )
  return columns.length === items.properties.length ? columns : null
}

/**
 * @example tokensOfText('Net amount') // ['net', 'amount']
 */
export const tokensOfText = (text: string): string[] => tokensOfFolded(foldText(text)).map((token) => token.text)

const sums = labelOf('total', { title: '', description: '' })

/** Tells whether a row begins with a word for a total: a sum of items is none. */
export const isSum = (row: Row, columns: readonly AskedColumn[]): boolean => {
  const name = columns.map((column) => row[column.name]).find((value) => typeof value === 'string')
  return typeof name === 'string' && labelScore(sums, tokensOfText(name).slice(0, 1)) === 1
}
