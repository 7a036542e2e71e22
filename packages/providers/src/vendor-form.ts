import type { FormPart } from './http-body.ts'

type FormValueField = Extract<FormPart, { value: string }>
/** A list in the form in which the vendor accepts one. */
export type WriteList = (name: string, values: readonly unknown[]) => readonly FormValueField[]

/** Values as the fields of a form, which can only contain text. */
export const formFields = (values: Readonly<Record<string, unknown>>, writeList: WriteList): FormValueField[] =>
  Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? writeList(name, value) : [{ name, value: textOfFormValue(value) }],
  )

/** One field for each. */
export const repeated: WriteList = (name, values) => values.map((value) => ({ name, value: textOfFormValue(value) }))

const textOfFormValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
