import { isTickSign } from '../../language/tick-signs.ts'
import { labels as limits } from './parameters.ts'
import type { Segment } from './segments.ts'

/** Tells whether a segment can name a value: a few words that begin with a letter; no sentence and no item. */
export const isLabel = ({ text, words }: Segment): boolean =>
  words.length <= limits.maxWords &&
  text.length <= limits.maxCharacters &&
  /^\(?\p{L}/u.test(text) &&
  !/^\(?\p{L}[.)]\s/u.test(text) &&
  /\p{L}{2}/u.test(text) &&
  !/[.!;,]$/u.test(text.replace(/\b\p{L}{1,4}\.$/u, '')) &&
  !words.some((word) => isTickSign(word.text))

/** Tells whether a segment can be the value of a label: short, and not only marks. */
export const isValue = ({ text, words }: Segment): boolean =>
  words.length <= limits.maxValueWords &&
  text.length <= limits.maxValueCharacters &&
  /[\p{L}\p{N}]/u.test(text) &&
  !words.some((word) => isTickSign(word.text))

export const hasColon = ({ text }: Segment): boolean => /[:：]$/u.test(text)
