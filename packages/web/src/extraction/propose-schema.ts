import type { ParseResult } from '@polyparse/contract'
import type { BlockValue, TableValue } from '@polyparse/document/schema'
import { newField, type FieldType, type SchemaField } from './schema-fields.ts'

/** More of them are no schema that a person would read through; the service takes 500 properties. */
const [maxFields, maxTables, maxColumns] = [60, 10, 20]
/** Characters of a label: what is longer is a sentence with a colon. */
const maxLabelLength = 40

/**
 * A schema from what the document itself calls its values: the labels of its fields and lines, and the headers of its
 * tables. Types are those of the values there; what could be several is a text.
 */
export const proposeSchema = ({ outputs }: Pick<ParseResult, 'outputs'>): SchemaField[] => {
  const { json, fields = json?.fields ?? [], tables = json?.tables ?? [], pages = json?.pages ?? [] } = outputs
  const names = createNames()
  const labelled = [...fields, ...pages.flatMap(({ blocks }) => blocks.flatMap(labelledLines))]
  const proposed: SchemaField[] = []
  for (const { label, value } of labelled) {
    const text = label.replace(/[\s:：]+$/u, '').trim()
    const name = proposed.length < maxFields && isLabel(text) ? names.take(text) : null
    if (name !== null) proposed.push(newField({ name, type: typeOfTexts([value]), description: text }))
  }
  const titles = titlesOfTables(pages)
  const grids = tables.map((table) => tableField(table, table.caption ?? titles.get(table.id) ?? '', names))
  return [...proposed, ...grids.flat().slice(0, maxTables)]
}

/** The heading right over a table, by the id of the table. */
const titlesOfTables = (pages: readonly { readonly blocks: readonly BlockValue[] }[]): ReadonlyMap<string, string> =>
  new Map(
    pages.flatMap(({ blocks }) =>
      blocks.flatMap(({ table }, index) => {
        const over = blocks[index - 1]
        return table === undefined || over?.type !== 'heading' ? [] : [[table, over.text] as const]
      }),
    ),
  )

type LabelledText = { readonly label: string; readonly value: string }

/** Lines such as `Invoice number: 4711`. */
const labelledLines = ({ type, text }: Pick<BlockValue, 'type' | 'text'>): LabelledText[] =>
  type !== 'paragraph' && type !== 'list_item'
    ? []
    : text.split('\n').flatMap((line) => {
        const [, label, space, value] = /^([^:：]{2,80})[:：]([ \t]*)(\S.*)$/u.exec(line.trim()) ?? []
        if (label === undefined || value === undefined) return []
        // An address, or a time.
        const goesOn = space === '' && (value.startsWith('//') || /\d$/.test(label))
        return goesOn ? [] : [{ label, value }]
      })

const isLabel = (text: string): boolean =>
  text.length >= 2 && text.length <= maxLabelLength && /\p{L}/u.test(text) && text.split(/\s+/).length <= 6

const tableField = (table: TableValue, title: string, names: Names): SchemaField[] => {
  const { cells, rows, id } = table
  const isHeaderRow = (index: number) => {
    const inRow = cells.filter(({ row }) => row === index)
    return inRow.length > 0 && inRow.every(({ header, text }) => header || text.trim() === '')
  }
  const count = rows.findIndex((_, index) => !isHeaderRow(index))
  if (count <= 0) return []
  const columns = createNames()
  const found = (rows[0] ?? []).slice(0, maxColumns).flatMap((_, column) => {
    // A header over several columns is part of the name of each.
    const above = cells.filter(
      (cell) => cell.row < count && cell.column <= column && column < cell.column + cell.columnSpan,
    )
    const header = [...new Set(above.map(({ text }) => text.trim()).filter((text) => text !== ''))].join(' ')
    const name = header === '' ? null : columns.take(header)
    if (name === null) return []
    const values = rows.slice(count).map((row) => row[column] ?? '')
    return [newField({ name, type: typeOfTexts(values), description: header })]
  })
  // The same table goes on over the next page under the same headers.
  const known = names.tables
  const headers = found.map(({ name }) => name).join('\n')
  if (found.length < 2 || known.has(headers)) return []
  known.add(headers)
  const name = names.take(title) ?? names.take(`table ${id}`)
  return name === null ? [] : [newField({ name, type: 'table', description: title, columns: found })]
}

type Names = {
  /** A name for what has this label, such as `invoiceNumber`; null if it has no letters, or was there before. */
  readonly take: (label: string) => string | null
  /** The headers of tables that were there. */
  readonly tables: Set<string>
}

const createNames = (): Names => {
  const taken = new Set<string>()
  const take = (label: string): string | null => {
    const words = label.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    const name = words
      .slice(0, 6)
      .map((word, index) =>
        index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
      )
      .join('')
    if (name === '' || taken.has(name)) return null
    taken.add(name)
    return name
  }
  return { take, tables: new Set() }
}

const typePatterns: readonly (readonly [FieldType, RegExp])[] = [
  // Digits that begin with zero, or many without a separator, are names of things.
  ['integer', /^-?(?:0|[1-9]\d{0,5})$/],
  [
    'number',
    /^[-+−(]?(?:\p{Sc}|[A-Z]{3})?\s?[-−]?(?:0|[1-9]\d{0,8}|\d{1,3}(?:[,.'\u00a0\u202f ]\d{3})+)(?:[.,]\d+)?\)?\s?(?:%|\p{Sc}|[A-Z]{3})?$/u,
  ],
  [
    'date',
    /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)|\d{1,2}\.? \p{L}{3,10}\.? \d{4}|\p{L}{3,10} \d{1,2}, \d{4})$/u,
  ],
]

/** The type of all of the texts, without those that are empty. */
const typeOfTexts = (texts: readonly string[]): FieldType => {
  const given = texts.map((text) => text.trim()).filter((text) => text !== '' && !/^[-–—]$/.test(text))
  if (given.length === 0) return 'text'
  return typePatterns.find(([, pattern]) => given.every((text) => pattern.test(text)))?.[0] ?? 'text'
}
