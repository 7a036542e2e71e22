import type { Document } from '../model.ts'
import type { FieldValue } from './values.ts'

/** The values of a form with their labels; none where the reader does not look for them. */
export const fields = (document: Document): FieldValue[] => (document.fields ?? []).map((field) => ({ ...field }))
