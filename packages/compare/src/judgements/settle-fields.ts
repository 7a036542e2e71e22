import { firstOf } from '@polyparse/document/items'
import type { ExtractedFieldType, FieldComparison } from '@polyparse/document/schema'
import { type FieldValueOf, keyOfFieldValue, numberOfFieldText } from '../fields/field-values.ts'
import type { FieldSettlement, JudgedDocument } from '@polyparse/contract/judgements'

/** A person's answer about a value that several have filled. */
export type FieldAnswer =
  | { readonly answer: 'side' | 'value'; readonly value: FieldValueOf }
  | { readonly answer: 'skip' }

/**
 * Tells whether two values of a schema say the same, as a comparison sees it.
 * @example isSameFieldValue('Rent  due', 'rent due') // true
 */
export const isSameFieldValue = (one: FieldValueOf, other: FieldValueOf): boolean =>
  one === null || other === null ? one === other : keyOfFieldValue(one) === keyOfFieldValue(other)

/**
 * Settles the field with this number, from 1, of a comparison of fields. A value that a side has makes that side right.
 * The field must have been filled by somebody.
 */
export const settleField = (fields: readonly FieldComparison[], number: number, said: FieldAnswer): FieldSettlement => {
  const field = fields[number - 1]
  if (field === undefined) throw new RangeError(`there is no field ${number}`)
  const item = itemOf(fields, field)
  const sides = field.values.map(({ by, value }) => ({ provider: by, value }))
  const { path } = firstOf(field.values)
  const of = { field: number, path, ...(item !== null && { item }), sides, answer: said.answer }
  if (said.answer === 'skip') return { ...of, right: [] }
  const right = sides.filter(({ value }) => isSameFieldValue(value, said.value)).map(({ provider }) => provider)
  return { ...of, truth: said.value, right }
}

/**
 * Reads what a person typed as a value of this type: numbers as JSON or as they are printed, nothing as null. Undefined if the text
 * is no such value.
 * @example typedFieldValue('1,234', { type: 'number' }) // 1234
 */
export const typedFieldValue = (
  text: string,
  { type, enum: listed }: Pick<ExtractedFieldType, 'type' | 'enum'>,
): FieldValueOf | undefined => {
  const typed = text.trim()
  if (typed === '') return null
  const value = valueOfType(typed, type)
  return listed === undefined || listed.some((each) => each === value) ? value : undefined
}

const valueOfType = (typed: string, type: ExtractedFieldType['type']): FieldValueOf | undefined => {
  if (type === 'string') return typed
  if (type === 'boolean') return { true: true, false: false }[typed.toLowerCase()]
  const number = numberOfFieldText(typed)
  return type === 'integer' && !Number.isInteger(number) ? undefined : number
}

/** The type of a value by the types of its schema, whose pointers have `*` in the place of items; a text where none is known. */
export const typeOfField = (
  path: string,
  types: readonly ExtractedFieldType[],
): Pick<ExtractedFieldType, 'type' | 'enum'> => {
  const segments = path.split('/')
  const isOf = (pattern: readonly string[]): boolean =>
    pattern.length === segments.length &&
    pattern.every(
      (segment, index) => segment === segments[index] || (segment === '*' && /^\d+$/.test(segments[index] ?? '')),
    )
  return types.find((each) => isOf(each.path.split('/'))) ?? { type: 'string' }
}

/** Replaces what was said before about the same field. */
export const withFieldSettlement = (document: JudgedDocument, settlement: FieldSettlement): JudgedDocument => ({
  ...document,
  fields: [...(document.fields ?? []).filter(({ field }) => field !== settlement.field), settlement],
})

export const withoutFieldSettlement = (
  { fields = [], ...document }: JudgedDocument,
  number: number,
): JudgedDocument => {
  const left = fields.filter(({ field }) => field !== number)
  return left.length === 0 ? document : { ...document, fields: left }
}

/** Returns the other values of the innermost item around a field; null if the field is in none. */
const itemOf = (
  fields: readonly FieldComparison[],
  { values }: FieldComparison,
): NonNullable<FieldSettlement['item']> | null => {
  const items = new Map(
    values.flatMap(({ by, path }) => {
      const item = itemPointerOf(path)
      return item === null ? [] : [[by, item] as const]
    }),
  )
  if (items.size === 0) return null
  return fields.flatMap((other) => {
    const said = other.values.filter(({ by, path, value }) => value !== null && path.startsWith(`${items.get(by)}/`))
    const others = said.filter(({ by, path }) => !values.some((each) => each.by === by && each.path === path))
    const best = others.find(({ by }) => other.proved.includes(by)) ?? others[0]
    return best === undefined ? [] : [{ path: best.path.slice((items.get(best.by) ?? '').length), value: best.value }]
  })
}

/** The pointer of the innermost item of an array that a pointer leads through; null if there is none. */
const itemPointerOf = (path: string): string | null => /^.*\/\d+(?=\/|$)/.exec(path)?.[0] ?? null
