import { Type, type Static } from '@polyparse/document/typebox'
import { limits } from './limits.ts'

const { keyLength, valueLength, pairs } = limits.metadata

/** A caller's own labels, which the service keeps with a job and returns unread. */
export const Metadata = Type.Record(Type.String(), Type.String({ maxLength: valueLength }), {
  maxProperties: pairs,
  propertyNames: Type.String({ minLength: keyLength.minimum, maxLength: keyLength.maximum }),
  description: `Labels of the caller's own, which the list of jobs and the ended job show: at most ${pairs} pairs of strings, with keys of ${keyLength.minimum} to ${keyLength.maximum} and values of at most ${valueLength} characters.`,
})
export type Metadata = Static<typeof Metadata>
