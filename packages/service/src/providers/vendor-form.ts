import type { FormPart } from './http-body.ts'

type Field = Extract<FormPart, { value: string }>
/** A list, as the vendor takes one in a form. */
export type WriteList = (name: string, values: readonly unknown[]) => readonly Field[]

/** Values as the fields of a form, which has nothing but text in it. */
export const formFields = (values: Readonly<Record<string, unknown>>, writeList: WriteList): Field[] =>
  Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? writeList(name, value) : [{ name, value: written(value) }],
  )

/** A field for each. */
export const repeated: WriteList = (name, values) => values.map((value) => ({ name, value: written(value) }))

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
