import { choiceOf, flagOf, refusedField, RefusedFormError, refuseFields, type FormFields } from '../refused-form.ts'

/** The options by which elements are put together; lengths in characters. */
export type ChunkingOptions = {
  readonly byTitle: boolean
  /** The length that no chunk exceeds. */
  readonly maxCharacters: number
  /** The length from which on nothing is added to a chunk. */
  readonly newAfterCharacters: number
  /** The length of the text before a piece of a divided text that the piece repeats. */
  readonly overlap: number
  /** True if every chunk does, not only a piece of a divided text. */
  readonly overlapsAll: boolean
  /** Sections that are shorter are put together with the next one. */
  readonly combineUnderCharacters: number
  readonly multipageSections: boolean
  readonly includeOriginals: boolean
}

const defaultMaxCharacters = 500
/** Shorter chunks would hold no more than a few words, and be as many as a document has words. */
const leastMaxCharacters = 20

/** @throws {RefusedFormError} */
export const readChunkingOptions = (fields: FormFields): ChunkingOptions | null => {
  const strategy = choiceOf(fields, 'chunking_strategy', ['none', 'basic', 'by_title'])
  refuseFields(fields, ['similarity_threshold'])
  if (strategy === undefined || strategy === 'none') return null
  const maxCharacters = lengthOf(fields, 'max_characters', defaultMaxCharacters)
  if (maxCharacters < leastMaxCharacters)
    throw new RefusedFormError(`max_characters must be at least ${leastMaxCharacters}`)
  const overlap = lengthOf(fields, 'overlap', 0)
  if (overlap > maxCharacters / 2) throw new RefusedFormError('overlap must be at most half of max_characters')
  const upTo = (name: string): number => Math.min(lengthOf(fields, name, maxCharacters), maxCharacters)
  return {
    byTitle: strategy === 'by_title',
    maxCharacters,
    newAfterCharacters: upTo('new_after_n_chars'),
    overlap,
    overlapsAll: flagOf(fields, 'overlap_all', false),
    combineUnderCharacters: upTo('combine_under_n_chars'),
    multipageSections: flagOf(fields, 'multipage_sections', true),
    includeOriginals: flagOf(fields, 'include_orig_elements', true),
  }
}

const lengthOf = (fields: FormFields, name: string, otherwise: number): number => {
  const text = refusedField(fields, name)
  if (text === undefined) return otherwise
  if (!/^\d{1,7}$/.test(text)) throw new RefusedFormError(`${name} must be a whole number from 0 to 9999999`)
  return Number(text)
}
