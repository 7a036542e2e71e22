import type { FormPart } from './http-body.ts'

type Field = Extract<FormPart, { value: string }>
/** A list in the form in which the vendor accepts one. */
export type WriteList = (name: string, values: readonly unknown[]) => readonly Field[]

/** Values as the fields of a form, which can only contain text. */
export const formFields = (values: Readonly<Record<string, unknown>>, writeList: WriteList): Field[] =>
  Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? writeList(name, value) : [{ name, value: written(value) }],
  )

/** One field for each. */
export const repeated: WriteList = (name, values) => values.map((value) => ({ name, value: written(value) }))

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
