/** The contents of a form field of Word: a box to tick, or one of the entries of a list. */
export type WordFormField =
  | { readonly kind: 'checkbox'; readonly checked: boolean }
  | { readonly kind: 'choice'; readonly entries: readonly string[]; readonly chosen: number }

/** Entries of a list; Word allows 25. */
export const maxFormEntries = 1000

/** The answer as it is printed; '' where none is chosen. */
export const textOfFormField = (field: WordFormField): string =>
  field.kind === 'checkbox' ? tickBox(field.checked) : (field.entries[field.chosen] ?? '')

/**
 * @example tickBox(true) // '☑'
 */
export const tickBox = (checked: boolean): string => (checked ? '☑' : '☐')
