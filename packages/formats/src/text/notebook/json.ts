/*
 * Values in JSON that other programs wrote: anything unexpected counts as absent.
 */

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * @example memberNames({ cells: [], metadata: {} }) // ['cells', 'metadata']
 */
export const memberNames = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

/**
 * A text, or a list of lines with their ends (nbformat's `multiline_string`).
 * @example textIn(['one\n', 'two']) // 'one\ntwo'
 */
export const textIn = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).filter((line) => typeof line === 'string').join('')
