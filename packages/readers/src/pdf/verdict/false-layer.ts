import { falseLayers as parameters } from './parameters.ts'

/** Letters beside figures or signs that words do not have within them, as in noise. */
const tangled =
  /\p{L}\d\p{L}|\d\p{L}+\d|\p{L}\d$|[\p{L}\d][!;^~|\\<>{}=_%&$#@]+[\p{L}\d]|[!;^~|\\<>{}=]{2}|[.,;:!]\p{L}/u

/** Whether the invisible text of a scan is noise: many of its words mix letters with figures and signs. */
export const isNoise = (words: readonly string[]): boolean => {
  const long = words.filter((word) => word.length >= parameters.minLength)
  if (long.length < parameters.minWords) return false
  return long.filter((word) => tangled.test(word)).length >= long.length * parameters.maxTangledShare
}
