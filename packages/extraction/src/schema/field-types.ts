import type { ExtractedFieldType } from '@polyparse/document/schema'
import { leavesOf, type ObjectSchema, pointerToken } from './extraction-schema.ts'

/** The types of the values that a schema has, in its order: one for all items of an array. */
export const fieldTypesOf = (schema: ObjectSchema): ExtractedFieldType[] =>
  leavesOf(schema).map(({ path, leaf: { type, format, enum: listed } }) => ({
    path: path.map((name) => `/${name === arrayStep ? '*' : pointerToken(name)}`).join(''),
    type,
    ...(format !== null && { format }),
    ...(listed !== null && { enum: [...listed] }),
  }))

/** The step with which `leavesOf` writes the items of an array. */
const arrayStep = '[]'
