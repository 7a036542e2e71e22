/* The comparison of several fillings of one schema, value by value. Runs in browsers. */

export { pointerSegments } from './fields/field-tree.ts'
export { compareFields, type ComparedFields, type FilledReading } from './fields/compare-fields.ts'
export { type FieldValueOf, keyOfFieldValue } from './fields/field-values.ts'
