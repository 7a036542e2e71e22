import { foldText } from '../values/fold.ts'

/** A label that documents can be given. */
export type ClassificationLabel = { readonly name: string; readonly description?: string | undefined }

/** Something that labels say and cannot mean. */
export type LabelMistake = { readonly index: number; readonly message: string }

/**
 * Returns the mistakes in a list of labels: names that are the same, or that are no words.
 * @example labelMistakes([{ name: 'a' }, { name: 'a' }]) // [{ index: 1, message: 'is the same as that of label 1' }]
 */
export const labelMistakes = (labels: readonly ClassificationLabel[]): LabelMistake[] => {
  const before = new Map<string, number>()
  return labels.flatMap(({ name }, index) => {
    const folded = foldText(name).replaceAll(/\s+/g, ' ').trim()
    if (!/[\p{L}\p{N}]/u.test(folded)) return [{ index, message: 'must have a letter or a digit' }]
    const earlier = before.get(folded)
    before.set(folded, earlier ?? index)
    return earlier === undefined ? [] : [{ index, message: `is the same as that of label ${earlier + 1}` }]
  })
}
